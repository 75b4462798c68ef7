import { answer, type ApiClient } from '#web/api/client.ts'
import { removeDraftsExceptOf } from '#web/elections/voting/draft-place.ts'

/** Wherever signing out ends, the person leaves for the login page: with a full load, so that nothing of theirs stays in memory. */
export async function logOut(api: ApiClient): Promise<void> {
  removeDraftsExceptOf(null)
  const { next } = await answer(api.accounts.logout.$post()).catch(() => ({ next: '/login' }))
  window.location.assign(next)
}
