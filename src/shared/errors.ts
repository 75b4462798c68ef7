import type { TriesLeft } from '#shared/accounts/login.ts'

/** Every page may need it before anything else has loaded, so it is not in `text.ts`. */
export const unexpectedText = 'An unexpected error occurred'

/**
 * Every reason why the site refuses a request. Each code has one HTTP status here and one sentence in `text.ts`; a code
 * without either does not compile.
 */
export const errorStatus = {
  'invalid-input': 400,
  'wrong-origin': 403,
  'other-address': 403,
  'not-signed-in': 401,
  'not-allowed': 403,
  'not-found': 404,
  'body-too-large': 413,
  'unsupported-body': 415,
  'bad-range': 416,
  'site-busy': 503,
  'database-away': 503,
  'disk-full': 503,
  'read-only': 503,
  'storage-away': 503,
  unexpected: 500,

  'login-fields-required': 400,
  'login-id-number': 400,
  'user-not-found': 404,
  'account-pending': 403,
  'membership-withdrawn': 403,
  'account-changed-outside': 403,
  'code-waits': 403,
  'wrong-credentials': 401,
  'wrong-email-credentials': 401,
  'login-stopped': 429,
  'login-slow-down': 429,
  'birthday-ambiguous': 400,
  'birthday-impossible': 400,
  'birthday-incomplete': 400,
  'two-factor-wrong': 401,
  'two-factor-expired': 401,
  'two-factor-already-on': 409,
  'passkey-unknown': 401,
  'passkey-not-added': 400,
  'passkeys-full': 409,
  'passwords-differ': 400,
  'password-too-short': 400,
  'password-too-long': 400,
  'password-is-a-date': 400,
  'password-is-common': 400,
  'password-is-name': 400,
  'password-is-serial': 400,
  'password-is-id-number': 400,
  'password-is-email': 400,
  'password-is-birthday': 400,
  'reset-link-expired': 400,
  'password-under-twelve': 400,
  'dues-decide-roll': 409,
  'dues-rate-settled': 409,
  'dues-plan-unconfirmed': 409,
  'dues-reference-seen': 409,
  'dues-reference-receipted': 409,
  'dues-pays-nothing': 409,
  'dues-has-left': 409,
  'dues-nothing-due': 409,
  'dues-many-periods': 409,
  'dues-proof-waiting': 409,
  'dues-paid-meanwhile': 409,
  'dues-seen-before': 409,
  'dues-too-many-waiting': 409,
  'dues-decided': 409,
  'dues-not-voidable': 409,
  'dues-line-matched': 409,
  'job-missing': 403,
  'every-job-missing': 403,
  'two-factor-required': 403,
  'name-required': 403,
  'administrator-exists': 409,
  'administrator-is-observer': 409,
  'administrator-is-member': 409,
  'administrator-last': 409,
  'administrator-accepted': 409,
  'observing-over': 403,
  'observer-has-account': 409,
  'observer-already-invited': 409,

  'email-taken': 409,
  'serial-taken': 409,
  'registration-closed': 403,
  'too-many-registrations': 429,
  'too-many-pictures': 429,
  'registration-check-failed': 500,
  'serial-check-failed': 500,
  'registration-not-saved': 500,
  'image-too-large': 413,
  'logo-too-small': 422,
  'picture-too-small': 422,
  'picture-heic': 415,
  'application-not-found': 404,
  'application-not-returned': 409,
  'application-changed': 409,
  'too-many-lookups': 429,
  'too-many-birthdays': 429,
  'square-picture-invalid': 415,
  'profile-picture-invalid': 415,
  'profile-picture-too-large': 413,
  'id-numbers-exhausted': 409,
  'id-number-invalid': 400,
  'id-number-taken': 409,
  'applicant-gone': 409,
  'users-unavailable': 503,
  'profile-edit-not-allowed': 403,
  'update-data-required': 400,
  'member-vanished': 404,
  'request-already-open': 409,
  'request-already-answered': 409,
  'change-already-asked': 409,
  'too-many-changes': 429,
  'administrator-not-erased': 409,
  'erasure-during-election': 409,
  'on-open-roll': 409,
  'help-by-code-only': 409,
  'serial-folds': 409,
  'setting-settled': 409,
  'too-many-cards': 400,
  'admin-may-not-vote': 403,
  'voting-not-open': 403,
  'own-password-first': 403,
  'not-on-roll': 403,
  'not-in-good-standing': 403,
  'voting-being-opened': 503,
  'no-nominees-yet': 409,
  'board-differs': 503,
  'rollback-not-needed': 409,
  'secret-used': 409,
  'roll-not-frozen': 409,
  'roll-closed': 409,
  'roll-has-member': 409,
  'roll-lacks-member': 409,
  'roll-struck-member': 409,
  'roll-needs-member': 409,
  'roll-member-voted': 409,
  'roll-proxy-waits': 409,
  'reason-required': 400,
  'already-voted': 409,
  'no-nominee-for-vote': 400,
  'blanks-unconfirmed': 400,
  'nomination-not-open': 403,
  'nomination-over': 409,
  'nominees-settled': 409,
  'nominee-unknown': 404,
  'too-many-nominations': 409,
  'election-counted': 409,
  'election-not-announced': 409,
  'election-announced': 409,
  'election-cancelled': 409,
  'voting-was-held': 409,
  'ballots-given-up': 409,
  'postponement-changed': 409,
  'time-unsure': 503,
  'mail-not-working': 409,
  'no-mail-server': 409,
  'reminded-lately': 409,
  'election-certified': 409,
  'moves-unconfirmed': 409,
  'seats-settled': 409,
  'election-under-way': 409,
  'elections-overlap': 409,
  'election-title-taken': 409,
  'voting-not-over': 409,
  'results-not-shown': 403,
  'ties-unresolved': 409,
  'tie-not-there': 409,
  'tie-choice-wrong': 400,
  'count-being-cleared': 409,
  'not-certified': 409,
  'nothing-to-certify': 409,
  'recount-differs': 409,
  'recount-running': 409,
  'changed-since-recount': 409,
  'certificate-unsigned': 500,
  'certified-by-you': 403,
  'already-countersigned': 409,
  'witness-key-taken': 409,
  'witness-keys-full': 409,
  'witness-unknown': 403,
  'signature-wrong': 400,
  'head-unknown': 409,
  'too-many-cosignatures': 429,
  'package-not-ready': 409,
  'too-many-packages': 429,
  'ballots-unopened': 409,
  'needs-another-admin': 403,
  'proxy-waits-already': 409,
  'proxy-voter-not-on-roll': 409,
  'proxy-form-type': 415,
  'log-broken': 409,
  'own-nomination': 400,
  'nomination-answered': 409,
  'answer-not-now': 409,
  'vault-key-missing': 503,
  'vault-key-wrong': 503,
  'vault-destroyed': 410,
  'candidacy-closed': 403,
  'candidacy-settled': 409,
  'already-nominated': 409,
  'candidate-incomplete': 409,
  'candidate-file-type': 415,
  'candidate-file-too-large': 413,
  'edited-meanwhile': 409,

  'link-fields-required': 400,
  'link-invalid': 400,
  'link-edit-invalid': 400,
  'entry-kind-fixed': 400,
  'attachment-type': 415,
  'attachments-too-large': 413,
  'entry-document-required': 400,
  'entry-document-type': 415,
  'entry-document-too-large': 413,
  'text-file-missing': 400,
  'text-caption-missing': 400,
  'event-only': 400,
  'event-start-required': 400,
  'event-end-before-start': 400,
  'video-codec-unknown': 415,
  'video-fields-required': 400,
  'video-is-a-picture': 415,
  'video-link-fields-required': 400,
  'video-link-short': 400,
  'video-link-there': 409,
  'video-link-unknown': 400,
  'video-not-a-video': 415,
  'video-not-whole': 415,
  'video-order-refused': 409,
  'upload-address-expired': 403,
  'picture-not-a-picture': 415,
  'picture-too-large': 413,
  'no-own-address': 409,
  'too-many-test-emails': 429,
  'too-many-mailings': 429,
  'recipients-changed': 409,
  'unsubscribe-link-wrong': 404,
  'too-many-downloads': 429,
  'download-running': 429,

  'backup-bucket-missing': 409,
  'no-backups-here': 409,
  'too-many-backups': 429,
} as const

export type ErrorCode = keyof typeof errorStatus

/** What the browser receives for a refused request. */
export interface ErrorBody {
  code: ErrorCode
  message: string
  /** One sentence per field of the form, if the refusal is about fields. */
  fields?: Record<string, string>
  /** Seconds to wait, if waiting helps. */
  retryAfter?: number
  requestId?: string
}

/** An expected refusal. Any other error is a bug and is answered with `unexpected`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: number | undefined
  /** The values for `{n}` and other placeholders in the sentence of the code. */
  readonly values: Record<string, string | number> | undefined
  /** For logins: how many tries are left, if the person may know it. */
  readonly triesLeft: TriesLeft | undefined

  constructor(
    code: ErrorCode,
    more: {
      fields?: Record<string, string>
      retryAfter?: number
      values?: Record<string, string | number>
      triesLeft?: TriesLeft | undefined
    } = {},
  ) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
    this.values = more.values
    this.triesLeft = more.triesLeft
  }
}

/** Returns the thing, or throws this code if it does not exist. */
export function mustExist<Thing>(thing: Thing | null | undefined | false, code: ErrorCode = 'not-found'): Thing {
  if (!thing) throw new AppError(code)
  return thing
}

/** Throws the reason that a rule returned, if there is one. */
export function refuseIf(why: ErrorCode | null): void {
  if (why) throw new AppError(why)
}
