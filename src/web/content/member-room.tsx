import { lazy, Suspense } from 'react'
import { useMine } from '#web/api/mine.ts'

const MemberHome = lazy(() =>
  import('#web/home/member-home.tsx').then(
    (loaded) => ({ default: loaded.MemberHome }),
    // A drop-out: the rest of the page and the menu are there.
    () => ({ default: () => null }),
  ),
)

/** The first part of the home page for whoever is signed in; its room is kept while it is on its way. */
export function MemberRoom() {
  const { signedIn } = useMine()
  return (
    <section aria-label="Your page" className="on-dark hidden bg-navy text-white signed-in:block">
      <div className="wrap min-h-[19rem] pt-8 pb-24 member:min-h-[43rem] md:min-h-[19.25rem] md:pt-12 md:pb-32 member:md:min-h-[32rem]">
        {signedIn && (
          <Suspense>
            <MemberHome />
          </Suspense>
        )}
      </div>
    </section>
  )
}
