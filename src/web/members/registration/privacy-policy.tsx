import { privacyPolicy } from '#shared/members/registration/registration-text.ts'
import type { Site } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { Modal } from '#web/components/modal.tsx'
import { setConsent } from '#web/members/registration/consent.ts'
import { contactWays } from '#web/layout/contact-ways.tsx'

export function PolicyModal({ site }: { site: Site }) {
  const close = () => setConsent({ policyOpen: false })
  return (
    <Modal
      title={`${site.shortName} Privacy Policy`}
      size="wide"
      onClose={close}
      actions={<Button onClick={close}>I Understand</Button>}
    >
      <PolicyText site={site} />
    </Modal>
  )
}

export function PolicyText({ site }: { site: Site }) {
  const ways = contactWays(site).map(({ value }) => value)
  const reach = ways.length > 0 ? ways.join(', ') : 'through an officer of your unit’s chapter'
  return (
    <div className="grid gap-5">
      {privacyPolicy({ ...site, reach }).map(({ title, paragraphs }) => (
        <section key={title} className="grid gap-2">
          <h3 className="text-2xl">{title}</h3>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </div>
  )
}
