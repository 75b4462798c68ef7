import { useEffect, useState } from 'react'
import { securityText } from '#shared/accounts/security-text.ts'
import { Notice } from '#web/components/notice.tsx'
import { useSearch, useLocation, useNavigate } from '#web/router/router.tsx'

/** Where choosing a password ends for somebody who is logged in. A reload does not say it again. */
export function PasswordChangedNotice({ className }: { className?: string }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const inAddress = useSearch().has('changed')
  const [changed] = useState(inAddress)
  useEffect(() => {
    if (inAddress) navigate(pathname, { replace: true })
  }, [inAddress, navigate, pathname])
  if (!changed) return null
  return (
    <Notice tone="success" title={securityText.passwordChanged} {...(className !== undefined && { className })}>
      {securityText.othersEnded}
    </Notice>
  )
}
