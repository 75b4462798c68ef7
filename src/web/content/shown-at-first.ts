import type { ListedLink } from '#web/content/link-rows.tsx'

/** Which links a list shows at once, and which on request: events that are over wait, unless there is nothing else. */
export function shownAtFirst<Link extends Pick<ListedLink, 'over'>>(links: Link[], most: number) {
  const ahead = links.filter(({ over }) => !over).length
  const count = Math.min(most, ahead || links.length)
  return { first: links.slice(0, count), more: links.slice(count) }
}
