/** `loadParts` fetches what the address asks for beyond the screen itself, so that it is there when the screen is drawn. */
export type ScreenFile = Record<string, unknown> & { loadParts?: () => Promise<void> }
