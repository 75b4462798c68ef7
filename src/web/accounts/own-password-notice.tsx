import type { ReactNode } from 'react'
import { loginHelpText } from '#shared/accounts/login-help-text.ts'
import { securityText } from '#shared/accounts/security-text.ts'
import { Notice } from '#web/components/notice.tsx'
import { showDay } from '#web/components/formats.ts'

export interface LoginFacts {
  ownPassword: boolean
  helped: boolean
  helpedAt: number | null
}

interface OwnPasswordNoticeProps {
  login: LoginFacts
  className?: string
  /** The way to a password of one's own. */
  children?: ReactNode
}

/** Why a password of one's own is due: somebody helped with the login, or it is still the birthday. Else nothing. */
export function OwnPasswordNotice({ login, className, children }: OwnPasswordNoticeProps) {
  if (!login.helped && login.ownPassword) return null
  const helpedAt = login.helped ? login.helpedAt : null
  return (
    <Notice
      tone="warning"
      title={helpedAt === null ? 'Make your account safer' : loginHelpText.title}
      {...(className !== undefined && { className })}
    >
      <p>{helpedAt === null ? securityText.chooseOwnPassword : loginHelpText.helped(showDay(helpedAt))}</p>
      {children}
    </Notice>
  )
}
