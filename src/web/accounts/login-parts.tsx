import { useSearch } from '#web/router/router.tsx'
import { lazyScreen, type LazyScreen } from '#web/router/lazy.tsx'

/** What most visitors of the login page never see is fetched only when its address asks for it. */

const challenge = lazyScreen(async () => (await import('#web/accounts/challenge-form.tsx')).ChallengeForm)
const forgot = lazyScreen(async () => (await import('#web/accounts/forgot-form.tsx')).ForgotForm)
const notice = lazyScreen(async () => (await import('#web/accounts/login-notice.tsx')).LoginNotice)
const outcome = lazyScreen(async () => (await import('#web/accounts/login-outcome.tsx')).LoginOutcome)
export const birthdayPart = () => import('#web/accounts/birthday-part.tsx')
const birthday = lazyScreen(async () => (await birthdayPart()).BirthdayFields)
const question = lazyScreen(async () => (await birthdayPart()).DateQuestion)

export const ChallengeForm = challenge.Screen
export const ForgotForm = forgot.Screen
export const BirthdayFields = birthday.Screen
export const DateQuestion = question.Screen

/** What the address says above the form. */
function noticeIn(search: URLSearchParams): LazyScreen | null {
  if (search.has('error') || search.has('changed') || search.get('out') === 'failed') return outcome
  return ['out', 'ended', 'next'].some((name) => search.has(name)) ? notice : null
}

export function AddressNotice() {
  const Shown = noticeIn(useSearch())?.Screen
  return Shown && <Shown />
}

/**
 * In the browser, before it takes the page over: else React would draw again what the server drew. One that does not come is
 * asked for again when it is drawn.
 */
export async function loadParts(): Promise<void> {
  if (typeof window === 'undefined') return
  const search = new URLSearchParams(window.location.search)
  const step = search.get('step')
  const parts =
    step === 'two-factor'
      ? [challenge]
      : step === 'forgot'
        ? [forgot]
        : [step === 'birthday' && birthday, noticeIn(search)]
  await Promise.all(parts.map((part) => part && part.preload())).catch(() => {})
}
