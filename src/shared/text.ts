import { passwordErrors } from '#shared/accounts/text.ts'
import type { ErrorCode } from './errors.ts'

/** Every text that more than one place needs, or that the association has prescribed word for word. */

/** Why no email arrives, and what to do, in the same words on every screen of the administrators. */
export const noMailServer = {
  sentence:
    'No mail server is connected, so emails reach nobody. They are kept as files in the folder “outbox” of the server.',
  whatToDo: 'Ask the person who runs it to connect one.',
} as const

export const errorText = {
  ...passwordErrors,

  'bad-range': 'The requested part of the file does not exist.',
  'two-factor-already-on': 'Two-step login is already on for this account.',
  'passkey-not-added': 'The passkey was not added. Please try again.',
  'passkeys-full': 'You cannot have more passkeys. Please remove one first.',
  'disk-full': 'The site’s disk is full, so nothing was saved. Please tell an administrator, and try again later.',
  'read-only': 'The site cannot save anything at the moment, so nothing was saved. Please try again in a few minutes.',
  'storage-away': 'The site cannot reach its stored files at the moment. Please try again in a few minutes.',
  'email-taken': 'Email is already registered',
  'serial-taken': 'Military serial number already exists',
  'registration-closed': 'Registration Closed',
  'too-many-registrations': 'Too many registrations have come from this connection. Please wait a while and try again.',
  'too-many-pictures':
    'Too many pictures have come from this connection today. Please try again tomorrow, or use another connection, such as mobile data.',
  'registration-check-failed': 'Registration check failed',
  'serial-check-failed': 'Error verifying military serial',
  'registration-not-saved': 'Failed to save user details',
  'image-too-large': 'Image size should be less than 20MB',
  'logo-too-small': 'This logo is too small: {width} × {height}. It needs at least 192 × 192 pixels.',
  'picture-too-small':
    'This picture is too small to be printed: {width} × {height}. It needs at least 600 × 600 pixels. Take a new photo with your phone’s camera.',
  'picture-heic':
    'Only JPEG, JPG, and PNG files are allowed. This is a HEIC picture from an iPhone. Open it on the iPhone, take a screenshot of it and send the screenshot. For new photos, choose Settings › Camera › Formats › Most Compatible first.',
  'application-not-found':
    'We found no application with this reference number and birthday. Please check both. If your application was rejected, the reason is in our email. If you are not sure, please contact us.',
  'application-not-returned': 'This application no longer needs a correction.',
  'application-changed': 'This application was changed a moment ago. Please look at it again.',
  'too-many-lookups': 'Too many reference numbers were tried from this connection. Please wait a while and try again.',
  'too-many-birthdays':
    'Too many wrong birthdays were tried with this reference number. Please try again tomorrow, or contact us.',
  'square-picture-invalid': 'Please upload a valid image (JPEG, JPG, or PNG)',
  'profile-picture-invalid': 'Please upload a valid image file (JPEG, JPG, PNG)',
  'profile-picture-too-large': 'File size should not exceed 5MB',
  'id-numbers-exhausted': 'Failed to generate ID number',
  'id-number-invalid': 'Invalid ID number format',
  'id-number-taken': 'ID Number is already in use',
  'applicant-gone': 'This applicant was already approved or rejected.',
  'users-unavailable': 'Failed to fetch users',
  'profile-edit-not-allowed': 'You do not have permission to edit this profile',
  'update-data-required': 'User ID and update data are required',
  'member-vanished': 'No user data returned after update',
  'request-already-open': 'You already have an open request of this kind.',
  'request-already-answered': 'This request was already answered.',
  'change-already-asked': 'You have already asked to change this.',
  'too-many-changes': 'You have sent many requests today. Please try again tomorrow.',
  'nothing-to-certify':
    'There were no candidates, so nobody could vote and there is no result to certify. Please set new times.',
  'recount-differs':
    'The recount found a difference, so nothing was certified: {difference}. Please ask the person who runs the server first.',
  'changed-since-recount': 'This election changed during the recount, so nothing was certified. Please try again.',
  'certificate-unsigned':
    'This site did not sign the stored certificate of this election, so we do not show it. Please tell the election committee.',
  'certified-by-you': 'You certified this result yourself. Somebody else has to countersign it.',
  'already-countersigned': 'You have already countersigned this certificate.',
  'witness-key-taken': 'This key belongs to somebody else. Please reload the page to make a new one.',
  'witness-keys-full': 'You have used too many browsers in this election. Please go back to one of them.',
  'witness-unknown': 'This key is not registered for this election. Please reload the page.',
  'signature-wrong': 'The signature does not match. Please reload the page and try again.',
  'head-unknown': 'The site does not have this state of the board.',
  'too-many-cosignatures': 'Too many signatures have come from this connection. Please try again in an hour.',
  'package-not-ready': 'You can download the audit package once every ballot is counted.',
  'too-many-packages': 'Too many downloads from your network today. Please try again tomorrow.',
  'erasure-during-election':
    'This member has voted in an election that is not certified yet. Please delete their data after the result is certified.',
  'on-open-roll':
    'This member is on the roll of {election}. Before voting closes, you must first strike the name from the roll. Everybody can read the reason you give.',
  'help-by-code-only':
    'This member is on the roll of {election}, where a second administrator must confirm help with a login. Until voting closes, please give a one-time code. Another administrator then confirms it.',
  'serial-folds':
    'This serial number looks like another member’s: {serial}. Please compare the two records. If they are two people, correct the serial number first.',
  'ballots-unopened':
    'Some ballots cannot be opened. Nothing can be certified until the person who runs the server has fixed this.',
  'setting-settled': 'You cannot change this while voting is open. Please change it afterwards.',
  'administrator-not-erased': 'You cannot delete an administrator’s data. Please remove the administrator role first.',
  'too-many-cards': 'Please choose at most 100 cards at a time.',
  'admin-may-not-vote': 'You are not allowed to vote',
  'voting-not-open': 'Voting is not available at this time',
  'own-password-first': 'Please choose your own password before you vote.',
  'not-on-roll':
    'You are not on the roll of this election: it lists everybody who was a member when it was closed. You can vote in the next election.',
  'not-in-good-standing':
    'You are not on the roll of this election: it lists the members in good standing when it was closed.',
  'voting-being-opened': 'Voting is opening. Please try again in a moment.',
  'no-nominees-yet': 'There are no candidates in this election yet, so you cannot vote yet.',
  'rollback-not-needed': 'Nothing is missing here.',
  'board-differs':
    'The records of this election do not match what was signed. Nothing is accepted or counted until this is explained. Please tell the election committee.',
  'secret-used': 'Your ballot was not saved, but your choices are still here. Please save again.',
  'roll-not-frozen': 'The roll is not closed yet. Until then, every approved member is on it.',
  'roll-closed': 'Voting is over, so the roll can no longer be corrected.',
  'roll-has-member': 'This member is already on the roll.',
  'roll-lacks-member': 'This member is not on the roll.',
  'roll-struck-member': 'This member was struck from the roll, which cannot be undone.',
  'roll-needs-member': 'Only a current member can be added to the roll.',
  'roll-member-voted': 'This member has voted, so the name stays on the roll.',
  'roll-proxy-waits':
    'A proxy ballot for this member is waiting to be confirmed. Refuse it first, then strike the name.',
  'reason-required': 'Please give the reason. It will be published with the change.',
  'already-voted': 'User have already voted.',
  'no-nominee-for-vote': 'No nominee found for vote at index {n}',
  'blanks-unconfirmed': 'Please confirm that you mean to leave this blank.',
  'nomination-not-open': 'You cannot nominate at this time.',
  'election-certified': 'This election is certified and can no longer be changed.',
  'moves-unconfirmed': 'Some of these times have already passed. Please confirm that you want to change them.',
  'seats-settled': 'The seats cannot be changed while there are ballots for them.',
  'election-under-way': 'Some of this can no longer be changed, because voting has begun.',
  'elections-overlap': 'Two elections cannot run at the same time.',
  'election-title-taken': 'Another election already has this title.',
  'results-not-shown': 'You can see the votes after voting closes on {when}.',
  'voting-not-over': 'Voting is not over, or the last ballots are still being counted.',
  'ties-unresolved': 'A tie must be decided first.',
  'tie-not-there': 'There is no such tie.',
  'tie-choice-wrong': 'Please choose {n} of the tied candidates: one for each seat that is left.',
  'count-being-cleared': 'Every ballot is counted. We are clearing the last traces of their order. One moment, please.',
  'recount-running': 'Your recount is still running. You can start another when it has ended.',
  'not-certified': 'This election is not certified yet.',
  'proxy-waits-already': 'A proxy ballot for this member is already waiting to be confirmed.',
  'proxy-voter-not-on-roll':
    'This member is not on the roll of this election. If that is a mistake, correct the roll first.',
  'proxy-form-type': 'Invalid file type. Please upload one of: .pdf, .jpg, .jpeg, .png',
  'log-broken': 'The audit log is not intact, so nothing can be certified until this is explained.',
  'needs-another-admin': 'Another administrator must confirm this.',
  'too-many-nominations': 'You have nominated as many people as you may.',
  'election-not-announced': 'This election is not announced yet.',
  'election-announced': 'This election is announced, so it can no longer be deleted. It can be cancelled.',
  'election-cancelled': 'This election was cancelled.',
  'voting-was-held': 'Voting is over, so the election can no longer be cancelled or postponed.',
  'ballots-given-up': 'Ballots have been cast. Please confirm that they will never be opened or counted.',
  'postponement-changed':
    'One of these times has passed in the meantime, so other times would now move. Please check them again.',
  'time-unsure': 'The server is still checking the time. Please try again in a few minutes.',
  'no-mail-server': `Nothing was sent. ${noMailServer.sentence} ${noMailServer.whatToDo}`,
  'mail-not-working': 'Emails cannot be sent at this time, so no reminder was sent.',
  'reminded-lately': 'Reminders were sent less than a day ago.',
  'election-counted': 'This election has been counted, so it can no longer be changed.',
  'nominee-unknown': 'One of the people you chose is no longer a member. Please choose again.',
  'own-nomination': 'You cannot nominate yourself.',
  'nomination-answered': 'This person has already answered. Only an administrator can delete this nomination now.',
  'answer-not-now':
    'Ballots have already been cast, so we cannot save your answer now. If voting has not opened yet, they are trial ballots: please try again later, or contact us.',
  'nomination-over': 'Nomination is over. The nominees can no longer be changed.',
  'nominees-settled':
    'Ballots have been cast for these nominees, so they can no longer be changed. If this is a rehearsal, please end it first.',
  'vault-key-missing':
    'The key that seals ballots is missing on this server, so we cannot accept ballots. The person who runs the server must put it back.',
  'vault-key-wrong':
    'The key on this server does not open the ballots of this election, so we cannot accept ballots. The person who runs the server must put the right one back.',
  'vault-destroyed': 'This election is certified. Nobody can open its ballots any more.',
  'dues-decide-roll':
    'An election is for members in good standing only, and its roll is not closed yet. Please change that election first.',
  'dues-rate-settled':
    'A payment was accepted under this amount, so it can no longer be changed. Add another amount that applies from a later day.',
  'dues-plan-unconfirmed': '{consequences}',
  'dues-reference-seen': 'You have sent a payment with this reference number before. Please check the number.',
  'dues-reference-receipted':
    'There is a receipt for this reference number already. If one transfer paid for several members, please say so.',
  'dues-pays-nothing': 'This member is exempt from dues.',
  'dues-has-left': 'This member has left the association.',
  'dues-nothing-due': 'Nothing is due from this member.',
  'dues-many-periods': 'This pays for more than two years. Is the amount right?',
  'dues-proof-waiting': 'This member has sent a proof of payment that nobody has checked yet. Is this another payment?',
  'dues-paid-meanwhile': 'Another payment of this member was accepted for the same day or later. Is this a second one?',
  'dues-seen-before': 'This reference number or picture was sent before.',
  'dues-too-many-waiting': 'We are still checking several of your payments. Please send more after that.',
  'dues-decided': 'Somebody else has already decided on this payment.',
  'dues-not-voidable': 'You can void only an accepted payment, and only once.',
  'dues-line-matched': 'This line or payment is matched already.',
  'job-missing': 'You need the job “{job}” for this. An administrator with all jobs can give it to you.',
  'every-job-missing': 'Only administrators with all jobs can do this. Please ask one of them.',
  'name-required': 'Please enter your name first, on the page “Login and security”.',
  'two-factor-required': 'Please turn on two-step login first, on the page “Login and security”.',
  'administrator-exists': 'This email address already belongs to an administrator, or to somebody who was invited.',
  'administrator-is-observer':
    'This email address belongs to an observer. Please use another address, such as {suggestion}, or remove the observer first.',
  'administrator-is-member':
    'This email address belongs to a member or an applicant. Please use another address, because an administrator’s account cannot vote. With Gmail or Outlook, {suggestion} reaches the same mailbox.',
  'administrator-last':
    'The site needs at least one administrator with all jobs. Give another administrator all jobs first, and wait until they have accepted.',
  'administrator-accepted': 'This person has already accepted the invitation.',
  'observer-has-account':
    'This email address belongs to a member, an applicant or an administrator. Please use another address. With Gmail or Outlook, {suggestion} reaches the same mailbox.',
  'observer-already-invited':
    'This person is already an observer of this election. You can send the invitation again from the list.',
  'candidacy-closed': 'You cannot file for candidacy at this time.',
  'candidacy-settled': 'Voting has opened, so this can no longer be changed.',
  'already-nominated': 'You are already nominated in this election.',
  'candidate-incomplete': 'Your record has no military service or region. Please ask an administrator to add it.',
  'candidate-file-type': 'Invalid file type. Please upload one of: .pdf, .doc, .docx, .jpg, .jpeg, .png',
  'candidate-file-too-large': 'File is too large. Maximum file size is 5MB.',
  'edited-meanwhile': 'This was changed somewhere else while you were editing. Nothing was overwritten.',

  'link-fields-required': 'All fields are required',
  'link-invalid': 'Please enter a valid URL or a hash (#) if no URL provided',
  'link-edit-invalid': 'Please enter a valid URL or hash link',
  'entry-kind-fixed': 'You cannot turn a link, a document or a text into another kind. Please add a new one.',
  'attachment-type': 'Please attach a PDF, a Word document or a picture (JPEG or PNG)',
  'attachments-too-large': 'Attachments may have up to 5 MB together. Please make them smaller or attach fewer.',
  'entry-document-required': 'Please choose a PDF',
  'entry-document-type': 'This is not a PDF. In Word, choose Save as › PDF, then send that file.',
  'entry-document-too-large': 'This document is larger than 20 MB. Please make it smaller, or split it in two.',
  'text-file-missing':
    'A picture or document in the text is no longer there. Please take it out of the text and add it again.',
  'text-caption-missing': 'Please say what each picture in the text shows',
  'event-only': 'Only events have a date and a place',
  'event-start-required': 'Please enter when the event starts',
  'event-end-before-start': 'The end must be after the start',
  'video-codec-unknown':
    'Not every phone can play this video ({codec}). Please save it as MP4 with H.264, or put it on YouTube or Facebook and add its link.',
  'video-fields-required': 'Please select a file and enter a title',
  'video-is-a-picture': 'This is a picture, not a video. Please choose an MP4 or WebM file.',
  'video-link-fields-required': 'Please enter the address of the video and a title',
  'video-link-short': 'This is a short link. Open it, then copy the address that your browser shows.',
  'video-link-there': 'This video is already on the page.',
  'video-link-unknown':
    'This is not the address of a YouTube or Facebook video. Open the video, then copy its address.',
  'video-not-a-video': 'This is not a video that browsers can play. Please choose an MP4 or WebM file.',
  'video-not-whole': 'Part of this video is missing. Please copy or export the file again.',
  'video-order-refused': 'Failed to update some video orders',
  'upload-address-expired': 'The upload took too long to start. Please try again.',
  'picture-not-a-picture': 'Only JPEG, JPG, and PNG files are allowed',
  'picture-too-large': 'This picture is too large.',
  'no-own-address': 'Your account has no email address to send the test to.',
  'too-many-mailings': 'Many emails have been sent to members today. Please try again tomorrow.',
  'recipients-changed':
    'The list of members has changed: this email would now go to {n}. Nothing was sent. Please check the number and send it again.',
  'unsubscribe-link-wrong':
    'This link no longer works. Please log in and stop the emails on your profile, or reply to the email.',
  'too-many-test-emails': 'You have sent many tests. Please try again in an hour.',
  'too-many-downloads': 'This has been downloaded several times already. Please try again in an hour.',
  'download-running': 'A download is already running. Please wait until it is finished.',

  'no-backups-here': 'This is a demonstration or a test, so it makes no backups.',
  'too-many-backups':
    'Ten backups were made by hand today. Please try again tomorrow, or ask the person who runs the server.',
  'backup-bucket-missing': 'First ask the person who runs the server to set BACKUP_S3_BUCKET.',
} as const satisfies Record<ErrorCode, string>

/** The sentence of a code, with its placeholders filled in. */
export function sentenceFor(code: ErrorCode, values: Record<string, string | number> = {}): string {
  return errorText[code].replaceAll(/\{(\w+)\}/g, (blank, name: string) => String(values[name] ?? blank))
}
