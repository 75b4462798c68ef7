import type { AuditAction } from './actions.ts'
import type { AuditDetail } from './detail.ts'
import { logText } from './text.ts'

interface Mentioned {
  action: AuditAction
  subject: string | null
  /** What the subject is called today, if it is still there. */
  name: string | null
  detail: AuditDetail
}

/** Whom or what an act was done to, in words; null where none are known any more. */
export function mention({ action, subject, name, detail }: Mentioned): string | null {
  const [thing] = action.split(' ')
  const title = name ?? (typeof detail['title'] === 'string' ? detail['title'] : null)
  switch (thing) {
    case 'link':
      return title && logText.titled(own(logText.entries, String(detail['kind'])) ?? 'link', title)
    case 'video':
      return title && logText.titled('video', title)
    case 'email':
      return title && logText.titled('email', title)
    case 'page':
      return own(logText.pages, subject ?? '')
    case 'leaders':
      return own(logText.groups, subject ?? '')
    default:
      return name
  }
}

const own = (names: Record<string, string>, key: string) => (Object.hasOwn(names, key) ? (names[key] ?? null) : null)
