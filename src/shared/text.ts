import { loginErrors } from './accounts/text.ts'
import type { ErrorCode } from './errors.ts'

/** Every sentence a person reads that more than one place needs, or that the association has fixed word for word. */

export const errorText = {
  ...loginErrors,

  'disk-full': 'The site’s disk is full, so nothing was saved. Please tell an administrator, and try again later.',
  'read-only': 'The site cannot save anything at the moment, so nothing was saved. Please try again in a few minutes.',
  'storage-away': 'The site cannot reach its stored files at the moment. Please try again in a few minutes.',
  'email-taken': 'Email is already registered',
  'serial-taken': 'Military serial number already exists',
  'registration-closed': 'Registration Closed',
  'too-many-registrations': 'Too many registrations have come from this connection. Please wait a while and try again.',
  'registration-check-failed': 'Registration check failed',
  'serial-check-failed': 'Error verifying military serial',
  'registration-not-saved': 'Failed to save user details',
  'image-too-large': 'Image size should be less than 20MB',
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
  'totals-differ':
    'The totals do not match the individual votes, so nothing was certified. Please ask the person who runs the server before you do anything else.',
  'erasure-during-election':
    'This member has voted in an election that is not certified yet. Please delete their data after the result is certified.',
  'ballots-unopened':
    'Ballots that cannot be opened: {n}. Nothing can be certified until the person who runs the server has fixed this.',
  'setting-settled':
    'While voting is open, you cannot change whether members need their own password to vote. Please change it afterwards.',
  'administrator-not-erased':
    'An administrator’s data cannot be deleted. The administrator role has to be removed first.',
  'csv-unreadable': 'This is not a CSV file we can read.',
  'csv-changed': 'This is not the file you previewed. Please check the preview again.',
  'csv-rows-changed':
    'The list of members has changed since the preview. Nothing was added. Please check the preview again.',
  'too-many-cards': 'Please choose at most 100 cards at a time.',
  'admin-may-not-vote': 'You are not allowed to vote',
  'voting-not-open': 'Voting is not available at this time',
  'own-password-first': 'Please choose your own password before you vote.',
  'voter-without-region':
    'Your profile has no region, and we count the turnout by region. Please ask an administrator to add it.',
  'already-voted': 'User have already voted.',
  'no-nominee-for-vote': 'No nominee found for vote at index {n}',
  'blanks-unconfirmed': 'Please confirm that you are leaving some seats blank.',
  'nomination-not-open': 'Nominations cannot be made at this time.',
  'election-certified': 'This election is certified and can no longer be changed.',
  'moves-unconfirmed': 'Some of these times have already begun. Please confirm that you want to change them.',
  'seats-settled': 'The seats cannot be changed while there are ballots for them.',
  'election-under-way': 'Some of this can no longer be changed, because voting has begun.',
  'elections-overlap': 'Two elections cannot run at the same time.',
  'election-title-taken': 'Another election already has this title.',
  'results-not-shown': 'The votes will be shown after voting has closed: {when}.',
  'voting-not-over': 'Not all ballots are in and counted yet.',
  'ties-unresolved': 'A tie must be decided first.',
  'tie-not-there': 'There is no such tie.',
  'tie-choice-wrong': 'Please choose {n} of the tied candidates: one for each seat that is left.',
  'count-being-cleared':
    'Every ballot is counted. The last traces of the order they came in are being cleared. One moment, please.',
  'not-certified': 'This election is not certified yet.',
  'proxy-waits-already': 'A proxy ballot for this member is already waiting to be confirmed.',
  'proxy-voter-without-region':
    'This member’s profile has no region, and we count the turnout by region. Please add it to the profile first.',
  'proxy-form-type': 'Invalid file type. Please upload one of: .pdf, .jpg, .jpeg, .png',
  'log-broken': 'The audit log is not intact, so nothing can be certified until this is explained.',
  'proxy-by-same-admin': 'Another administrator must confirm this.',
  'too-many-nominations': 'You have already nominated as many people as a member may.',
  'election-counted': 'This election has been counted, so it can no longer be changed.',
  'nominee-unknown': 'One of the people you chose is no longer a member. Please choose again.',
  'own-nomination': 'You cannot nominate yourself.',
  'nomination-over': 'Nomination is over, so the nominees can no longer be changed.',
  'nominees-settled':
    'Ballots have been cast for these nominees, so they can no longer be changed. If this is a rehearsal, please end it first.',
  'vault-key-missing':
    'The key that seals ballots is missing on this server, so no ballot can be accepted. An administrator must put it back.',
  'vault-key-wrong':
    'The key on this server does not open the ballots of this election, so no ballot can be accepted. An administrator must put the right one back.',
  'vault-destroyed': 'This election is certified. Nobody can open its ballots any more.',
  'candidacy-closed': 'Candidacy cannot be filed at this time.',
  'already-nominated': 'You are already nominated in this election.',
  'candidate-incomplete':
    'Your record is missing your military service or your region. Please ask an administrator to add it first.',
  'candidate-file-type': 'Invalid file type. Please upload one of: .pdf, .doc, .docx, .jpg, .jpeg, .png',
  'candidate-file-too-large': 'File is too large. Maximum file size is 5MB.',
  'edited-meanwhile': 'Somebody else changed this while you were editing. Nothing was overwritten.',

  'link-fields-required': 'All fields are required',
  'link-invalid': 'Please enter a valid URL or a hash (#) if no URL provided',
  'link-edit-invalid': 'Please enter a valid URL or hash link',
  'video-fields-required': 'Please select a file and enter a title',
  'video-not-a-video': 'This is not a video that browsers can play. Please choose an MP4 or WebM file.',
  'video-order-refused': 'Failed to update video order',
  'upload-address-expired': 'This upload took too long to begin. Please try again.',
  'picture-not-a-picture': 'Only JPEG, JPG, and PNG files are allowed',
  'picture-too-large': 'This picture is too large.',
  'no-own-address': 'Your account has no email address to send the test to.',
  'too-many-test-emails': 'That is enough tests for now. Please try again in an hour.',
  'too-many-downloads': 'This has been downloaded several times already. Please try again in an hour.',
  'download-running': 'A download is already under way. Please wait until it is finished.',

  'backup-bucket-missing':
    'Backups cannot go to a bucket before the person who runs the server has set BACKUP_S3_BUCKET.',
} as const satisfies Record<ErrorCode, string>

/** The sentence of a code, with its blanks filled in. */
export function sentenceFor(code: ErrorCode, values: Record<string, string | number> = {}): string {
  return errorText[code].replaceAll(/\{(\w+)\}/g, (blank, name: string) => String(values[name] ?? blank))
}
