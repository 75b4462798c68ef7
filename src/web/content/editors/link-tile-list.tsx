import type { Announcement } from '#web/content/api.ts'

const shownOnTile = 3

/** The first three links of a section, then how many more there are. */
export function LinkTileList({ links }: { links: Announcement[] }) {
  if (links.length === 0) return <p>Nothing here yet. Add the first.</p>
  const more = links.length - shownOnTile
  return (
    <>
      <ul>
        {links.slice(0, shownOnTile).map(({ id, title }) => (
          <li key={id} className="border-t wrap-anywhere border-line py-1.5 text-ink">
            {title}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="border-t border-line pt-1.5 font-semibold">+{more} more</p>}
    </>
  )
}
