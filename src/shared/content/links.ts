import type { ErrorCode } from '../errors.ts'
import type { LinkForm } from './schemas.ts'

const webAddress = /^https?:\/\/[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?(?::\d{1,5})?(?:[/?#]\S*)?$/iu

/** An http(s) address with a host, or a hash where there is no page to go to. */
export function isLink(typed: string): boolean {
  const link = typed.trim()
  return link.startsWith('#') ? !/\s/.test(link) : webAddress.test(link)
}

/** Why a link is refused, or null. Editing an existing one has its own sentence. */
export function whyNotLink(form: LinkForm, editing: boolean): ErrorCode | null {
  if (form.section === '' || form.title.trim() === '' || form.link.trim() === '') return 'link-fields-required'
  if (!isLink(form.link)) return editing ? 'link-edit-invalid' : 'link-invalid'
  return null
}
