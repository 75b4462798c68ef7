import { AppError } from '#shared/errors.ts'
import { readText } from './content/read-links.ts'
import type { Deps } from './deps.ts'
import type { PageSubjects } from './http/pages.ts'
import { checkCard } from './members/card/check-card.ts'

/** Looked up before a page is drawn: one small reading, where drawing takes twenty times as long. */
export const pageSubjects = (deps: Deps): PageSubjects => ({
  news: (slug) => isThere(readText(deps, slug, 'everybody')),
  cardCheck: (token) => isThere(checkCard(deps, token)),
  earlierBoard: async (id) => (await deps.elections.byId(id)) !== null,
})

async function isThere(reading: Promise<unknown>): Promise<boolean> {
  try {
    await reading
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return false
    throw error
  }
}
