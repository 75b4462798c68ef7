/** The `ref` of something that has just appeared and must be read, wherever on the page one is. */
export const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
