import { countedUpTo } from '#shared/members/listing/listing.ts'

interface FoundLineProps {
  /** Undefined while it is on its way. */
  count: number | undefined
  searchQuery: string
  one: string
  many: string
}

/** How many there are, said aloud when it changes. */
export function FoundLine({ count, searchQuery, one, many }: FoundLineProps) {
  return (
    <p role="status" className="my-4 min-h-6 text-muted tabular-nums">
      {count !== undefined && foundText(count, searchQuery, one, many)}
    </p>
  )
}

export function foundText(count: number, searchQuery: string, one: string, many: string): string {
  if (searchQuery && count > countedUpTo) return `More than ${countedUpTo} found: type more letters`
  const people = `${count.toLocaleString('en')} ${count === 1 ? one : many}`
  return searchQuery ? `${people} found` : people
}
