const turns = [0, 45, 90, 135, 180, 225, 270, 315]

/** The emblem's sun alone, drawn in the current colour: a quiet ground for headings and for what has no picture. */
export function SunRays({ className }: { className: string }) {
  return (
    <svg viewBox="-100 -100 200 200" className={`${className} print:hidden`} fill="currentColor" aria-hidden="true">
      {turns.map((turn) => (
        <path
          key={turn}
          transform={`rotate(${turn})`}
          d="M0-98 9-46H-9zM-17.500-80-11.200-46h-8.500zM17.500-80 19.700-46H11.200z"
        />
      ))}
      <circle r="39" />
    </svg>
  )
}
