import { asSentence } from '#shared/content/defaults.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { OutsideIcon } from '#web/components/icons.tsx'
import { Address, contactWays, type ContactWay } from '#web/layout/contact-ways.tsx'
import { PageBanner, PageHead } from '#web/layout/page-head.tsx'

const invitation = "Have any questions? We'd love to hear from you."

export function ContactScreen() {
  const site = useSite()
  const ways = contactWays(site)
  return (
    <>
      <PageHead title={`Contact Us – ${site.shortName}`} description={asSentence(`${invitation} ${site.name}`)} />
      <PageBanner title="Contact Us" overlapped>
        <p>{invitation}</p>
      </PageBanner>
      <div className="wrap relative -mt-20 pb-16 md:-mt-28 md:pb-24">
        {ways.length === 0 ? (
          <p className="card p-8 text-lg shadow-float">
            Our contact details will be here soon. Until then, please speak to an officer of your unit’s chapter.
          </p>
        ) : (
          <ul className="grid gap-5 md:auto-cols-fr md:grid-flow-col md:gap-6">
            {Object.entries(Object.groupBy(ways, ({ label }) => label)).map(([label, ofLabel]) => (
              <ContactCard key={label} ways={ofLabel} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

/** What each card's button does; the address or number itself is a link beside it, for other programs. */
const buttons: Record<ContactWay['label'], { words: string; hrefOf: (way: ContactWay) => string; outside?: true }> = {
  'Social page': { words: 'Visit Page', hrefOf: ({ href }) => href, outside: true },
  Email: {
    words: 'Go to Gmail',
    hrefOf: ({ value }) => `https://mail.google.com/mail/?view=cm&fs=1&to=${encodeURIComponent(value)}`,
    outside: true,
  },
  Phone: { words: 'Message', hrefOf: ({ href }) => href.replace('tel:', 'sms:') },
}

/** One card for each kind, with all the association has of it. */
function ContactCard({ ways }: { ways: readonly ContactWay[] }) {
  const [first] = ways
  if (!first) return null
  const { label, Icon } = first
  return (
    <li className="card flex max-w-xl flex-col p-6 shadow-float md:p-8">
      <span className="grid size-14 place-items-center rounded-full bg-navy text-white">
        <Icon className="size-6" />
      </span>
      <h2 className="mt-5 text-2xl md:text-3xl">{ways.length === 1 ? label : `${label}s`}</h2>
      {ways.map((way) => (
        <ContactLine key={way.href} way={way} />
      ))}
    </li>
  )
}

function ContactLine({ way }: { way: ContactWay }) {
  const { label, value, href, outside } = way
  const button = buttons[label]
  return (
    <>
      <p className="mt-1 mb-6 flex min-h-11 items-center text-lg wrap-anywhere">
        {outside ? (
          <span className="min-w-0">
            <Address text={value} />
          </span>
        ) : (
          <a href={href} className="text-link min-w-0 py-2">
            <Address text={value} />
          </a>
        )}
      </p>
      <a
        href={button.hrefOf(way)}
        {...(button.outside && { target: '_blank', rel: 'noopener' })}
        className={`${buttonClass('primary')} mt-auto`}
      >
        {button.words}
        {button.outside && (
          <>
            <OutsideIcon className="size-4" />
            <span className="sr-only">(opens in a new tab)</span>
          </>
        )}
      </a>
    </>
  )
}
