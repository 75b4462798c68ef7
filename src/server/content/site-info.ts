import { whyCannotRegister } from '#shared/members/registration/registration.ts'
import type { Deps } from '#server/deps.ts'
import { hasMailServer } from '#server/email/emails-leave.ts'
import { readStrip, type StripDeps } from '#server/elections/public-strip.ts'

/** What every page needs to know about the association and its election. Empty means unset, and is shown nowhere. */
export async function describeSite(deps: Pick<Deps, 'settings' | 'config'> & StripDeps) {
  const { name, shortName, tagline, socialUrl, contactEmail, contactPhone, ...rest } = await deps.settings()
  return {
    name,
    shortName,
    tagline,
    socialUrl,
    contactEmail,
    contactPhone,
    walletName: rest.walletName,
    walletAccount: rest.walletAccount,
    registrationFee: rest.registrationFee,
    registrationOpen: whyCannotRegister(rest, deps.clock.now()) === null,
    /** Whether anybody can be told by email. */
    sendsEmail: hasMailServer(deps.config),
    ...(await readStrip(deps)),
  }
}
