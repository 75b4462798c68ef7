/** The key that does the same, for those who have a keyboard in front of them. */
export function KeyCap({ children, light }: { children: string; light?: boolean }) {
  return (
    <kbd
      aria-hidden="true"
      className={`hidden min-w-5.5 place-items-center rounded border px-1 font-sans text-sm leading-5 font-semibold lg:inline-grid ${light ? 'border-white/50' : 'border-edge text-muted'}`}
    >
      {children}
    </kbd>
  )
}
