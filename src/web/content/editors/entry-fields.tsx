import { editorText } from './text.ts'
import { documentMaxBytes, isBeginningOfLink, isLink } from '#shared/content/entries.ts'
import { errorText } from '#shared/text.ts'
import { sendAnnouncementDocument, sendAnnouncementPicture, type EditedLink } from '#web/api/content-editing.ts'
import { Button } from '#web/components/button.tsx'
import { FileField } from '#web/components/upload.tsx'
import { showBytes } from '#web/components/formats.ts'
import { TextArea, TextField } from '#web/components/fields.tsx'

/** What is typed or sent for an entry, but for the time and place of an event. */
export interface TypedEntry {
  title: string
  link: string
  text: string
  documentId?: string | undefined
  /** Left out to keep what is there. */
  picture?: { avifId: string; webpId: string } | null | undefined
}

export function AddressField({ address, onChange }: { address: string; onChange: (address: string) => void }) {
  const bad = address.trim() !== '' && !isLink(address) && !isBeginningOfLink(address)
  return (
    <TextField
      label="Address"
      hint={editorText.addressHint}
      value={address}
      inputMode="url"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      error={bad ? editorText.badAddress : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface PartProps {
  /** What is there already. */
  link: Pick<EditedLink, 'document' | 'picture'> | undefined
  onChange: (part: Partial<TypedEntry>) => void
  onSending: (sending: boolean) => void
}

export function DocumentField({ link, onChange, onSending }: PartProps) {
  const there = link?.document
  return (
    <FileField
      label={there ? editorText.newDocument : editorText.document}
      {...(there && { optional: true })}
      hint={there ? editorText.documentKept(there.name, showBytes(there.size)) : editorText.documentHint}
      accept="application/pdf,.pdf"
      whyNot={whyNotDocument}
      upload={sendAnnouncementDocument}
      onSending={onSending}
      onDone={(sent) => onChange({ documentId: sent?.id })}
    />
  )
}

export function TextFields({ link, typed, onChange, onSending }: PartProps & { typed: TypedEntry }) {
  const shown =
    typed.picture === undefined ? link?.picture?.webp : typed.picture && `/api/files/${typed.picture.webpId}`
  return (
    <>
      <TextArea
        label={editorText.text}
        hint={editorText.textHint}
        rows={10}
        maxLength={20_000}
        value={typed.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      {shown && (
        <img
          src={shown}
          alt={editorText.pictureShown}
          className="aspect-video w-full max-w-80 rounded-field bg-navy-soft object-cover"
        />
      )}
      <FileField
        label={editorText.picture}
        optional
        hint={editorText.pictureHint}
        accept="image/jpeg,image/png"
        whyNot={whyNotPicture}
        upload={sendAnnouncementPicture}
        onSending={onSending}
        onDone={(sent) => onChange({ picture: sent ?? undefined })}
      />
      {link?.picture && typed.picture === undefined && (
        <Button look="quiet" size="small" className="justify-self-start" onClick={() => onChange({ picture: null })}>
          {editorText.removePicture}
        </Button>
      )}
    </>
  )
}

/** Asked before anything is sent, by the name alone; the server looks at what the file is. */
function whyNotDocument({ name, size }: File): string | null {
  if (!name.toLowerCase().endsWith('.pdf')) return errorText['entry-document-type']
  return size > documentMaxBytes ? errorText['entry-document-too-large'] : null
}

const largestPicture = 20 * 1024 * 1024

function whyNotPicture({ type, size }: File): string | null {
  if (!['image/jpeg', 'image/png'].includes(type)) return errorText['picture-not-a-picture']
  return size > largestPicture ? errorText['picture-too-large'] : null
}
