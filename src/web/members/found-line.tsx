interface FoundLineProps {
  /** Undefined while it is on its way. */
  count: number | undefined
  /** Whether they were searched for, or chosen by a filter. */
  found: boolean
  one: string
  many: string
}

/** How many there are, said aloud when it changes. */
export function FoundLine({ count, found, one, many }: FoundLineProps) {
  return (
    <p role="status" className="my-4 min-h-6 text-muted tabular-nums">
      {count !== undefined && foundText(count, found, one, many)}
    </p>
  )
}

export function foundText(count: number, found: boolean, one: string, many: string): string {
  const people = `${count.toLocaleString('en')} ${count === 1 ? one : many}`
  return found ? `${people} found` : people
}
