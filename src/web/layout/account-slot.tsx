import { lazy, Suspense } from 'react'
import { useMine } from '#web/api/mine.ts'
import { SiteLink } from '#web/router/site-link.tsx'

const AccountMenu = lazy(() =>
  import('#web/layout/account-menu.tsx').then(
    (loaded) => ({ default: loaded.AccountMenu }),
    // A drop-out must not take the page with it: the way to the profile stays.
    () => ({ default: ProfileLink }),
  ),
)

/** The place of the photo and name of whoever is signed in, kept before they arrive; a visitor's page has none. */
export function AccountSlot() {
  const { signedIn } = useMine()
  return (
    <div className="account-slot">
      {signedIn ? (
        <Suspense fallback={<ProfileLink />}>
          <AccountMenu />
        </Suspense>
      ) : (
        <ProfileLink />
      )}
    </div>
  )
}

function ProfileLink() {
  return (
    <SiteLink href="/profile" aria-label="Profile Account" className="account-button">
      <span className="account-photo" />
    </SiteLink>
  )
}
