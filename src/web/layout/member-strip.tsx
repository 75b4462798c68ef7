import { buttonClass } from '#web/components/classes.ts'
import { SiteLink } from '#web/router/site-link.tsx'

/** The way in for those who already belong. */
export function MemberStrip() {
  return (
    <section aria-labelledby="member-strip-title" className="on-dark bg-olive text-white">
      <div className="wrap flex flex-wrap items-center justify-between gap-6 py-10 md:py-12">
        <div>
          <h2 id="member-strip-title" className="text-3xl md:text-4xl">
            Already a member?
          </h2>
          <p className="mt-2 max-w-[56ch] text-lg text-olive-soft">
            See your profile, nominate fellow members, and vote for the board.
          </p>
        </div>
        <SiteLink href="/login" className={buttonClass('outline-light')}>
          Log in
        </SiteLink>
      </div>
    </section>
  )
}
