import { privacyPageText } from '#shared/members/privacy/privacy-notice.ts'
import type { Site } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { Modal } from '#web/components/modal.tsx'
import { setConsent } from '#web/members/registration/consent.ts'
import { PolicyText } from '#web/members/privacy/policy-text.tsx'

export function PolicyModal({ site }: { site: Site }) {
  const close = () => setConsent({ policyOpen: false })
  return (
    <Modal
      title={privacyPageText.title(site.shortName)}
      size="wide"
      onClose={close}
      actions={<Button onClick={close}>I Understand</Button>}
    >
      <PolicyText site={site} />
    </Modal>
  )
}
