import type { ReactNode } from 'react'
import { useSite } from '#web/api/site.ts'
import { noMailText } from './text.ts'

/** What promises an email; on a site that sends none, that somebody has to be told in person. */
export function ToldByEmail({ children }: { children: ReactNode }) {
  return useSite().sendsEmail ? children : <strong>{noMailText.tellYourself}</strong>
}
