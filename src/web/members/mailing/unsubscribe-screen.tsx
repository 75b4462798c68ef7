import { useMutation } from '@tanstack/react-query'
import { subscriptionText as text } from '#shared/members/mailing/subscription-text.ts'
import { sentenceOf } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { Notice } from '#web/components/notice.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { useHydrated } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { chooseByLink } from './api.ts'

/** The target of the link in an email. Nothing changes until the button is pressed: mail scanners open every link. */
export function UnsubscribeScreen() {
  const { shortName } = useSite()
  // The secret is after `#`, which no server or log ever sees.
  const token = useHydrated() ? window.location.hash.slice(1) : null
  return (
    <div className="wrap grid max-w-2xl grid-cols-1 gap-6 py-8 md:py-12">
      <PageHead title={`${text.pageTitle} – ${shortName}`} />
      <h1 className="text-4xl sm:text-5xl">{text.pageTitle}</h1>
      <noscript>
        <p className="card border-l-4 border-l-gold p-5 text-lg">{text.needsScripts}</p>
      </noscript>
      {token === '' ? <WithoutLink /> : token !== null && <Choice token={token} />}
    </div>
  )
}

const WithoutLink = () => (
  <div className="card grid grid-cols-1 gap-4 p-6 text-lg">
    <p>{text.noLink}</p>
    <SiteLink href="/login?next=/profile" className={`${buttonClass('primary')} justify-self-start`}>
      {text.logIn}
    </SiteLink>
  </div>
)

function Choice({ token }: { token: string }) {
  const { shortName } = useSite()
  const choose = useMutation({ mutationFn: (wanted: boolean) => chooseByLink({ token, wanted }) })
  const wanted = choose.isSuccess ? choose.variables : null
  return (
    <div className="card grid grid-cols-1 gap-4 p-6 text-lg">
      <div role="status">
        {wanted === null && <p>{text.ask(shortName)}</p>}
        {wanted === false && <p className="font-semibold text-green">{text.stopped}</p>}
        {wanted === true && <p className="font-semibold text-green">{text.started}</p>}
      </div>
      {wanted === false && <p className="text-muted">{text.stoppedHelp}</p>}
      {choose.isError && (
        <Notice tone="error" title={text.saving}>
          <p>{sentenceOf(choose.error)}</p>
          <SiteLink href="/login?next=/profile" className="tap-link">
            {text.logIn}
          </SiteLink>
        </Notice>
      )}
      <Button
        look={wanted === false ? 'outline' : 'primary'}
        className="justify-self-start"
        busy={choose.isPending}
        onClick={() => choose.mutate(wanted === false)}
      >
        {wanted === false ? text.again : text.stop}
      </Button>
    </div>
  )
}
