import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type MemberFilter, filterWords } from '#shared/members/listing/member-filter.ts'
import { testMailingSchema } from '#shared/members/mailing/schemas.ts'
import { mailingText as text, maxBodyLength, maxFiles, maxSubjectLength } from '#shared/members/mailing/text.ts'
import { errorText } from '#shared/text.ts'
import { documents, endingsOf, whyNotDocument } from '#shared/uploads.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { TextArea, TextField } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { FileField } from '#web/components/upload.tsx'
import { bySchema, useForm, useValues, type FormState as FormOf } from '#web/components/use-form.ts'
import { NoMailNotice } from '#web/layout/no-mail-notice.tsx'
import { useLeaving } from '#web/layout/use-leaving.tsx'
import { listBehind, useListPlace } from '#web/members/list-address.ts'
import { FilterLine, ListFilters, MoreFilters } from '#web/members/listing/list-filters.tsx'
import { SearchBox } from '#web/members/search-box.tsx'
import { backToMembers } from '#web/members/text.ts'
import { useNavigate, useSearch } from '#web/router/router.tsx'
import { invalidateMailings, recipientsQuery, sendMailing, sendMailingFile, sendTestMailing } from './api.ts'
import { BackLink, MailingFrame } from './mailing-progress.tsx'

type Wrong = { subject?: string | undefined; body?: string | undefined }
const checkWritten = bySchema(testMailingSchema)

/** After the empty line under it, where the text goes on. */
const greetingEnd = `${text.greeting}\n\n`.length

/** The recipients are in the address, as in the list of members; the text is typed here, with a preview beside it. */
export function WriteMailing() {
  const { filter } = useListPlace()
  const from = useSearch().get('from')
  const recipients = useQuery(recipientsQuery(filter))
  const [subject, setSubject] = useState('')
  const [body, setBody] = useState('')
  const textArea = useRef<HTMLTextAreaElement>(null)
  const [wrong, setWrong] = useState<Wrong>({})
  const [sent, setSent] = useState(false)
  const attached = useForm<AttachedFiles, null>({ values: {}, check: () => ({ sent: null }), send: async () => {} })
  const files = Object.values(useValues(attached)).flatMap((file) => (file ? [file.id] : []))
  const isBegun = subject.trim() !== '' || body.trim() !== '' || files.length > 0
  const { question } = useLeaving(isBegun && !sent, undefined, 'sending')
  const written = { subject: subject.trim(), body: body.trim() }

  /** Shows beside the fields what is missing or wrong. */
  function isComplete(): boolean {
    const checked = checkWritten(written)
    setWrong('problems' in checked ? checked.problems : {})
    return 'sent' in checked
  }

  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,32rem)]">
      <div className="xl:col-span-2">
        <BackLink href={from === null ? '/admin/emails' : listBehind(from)}>
          {from === null ? text.back : backToMembers}
        </BackLink>
      </div>
      <NoMailNotice className="xl:col-span-2">
        <p>{text.notUntilThen}</p>
      </NoMailNotice>
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <Recipients filter={filter} />
        <section aria-labelledby="step-text" className="card grid grid-cols-1 gap-4 p-6">
          <h2 id="step-text" className="text-2xl">
            {text.stepText}
          </h2>
          <TextField
            label={text.subject}
            maxLength={maxSubjectLength}
            value={subject}
            error={wrong.subject}
            onChange={({ target }) => {
              setSubject(target.value)
              setWrong({ ...wrong, subject: undefined })
            }}
          />
          <Button
            look="outline"
            size="small"
            className="justify-self-start"
            disabled={body.startsWith(text.greeting)}
            onClick={() => {
              flushSync(() => setBody(`${text.greeting}\n\n${body}`))
              const area = textArea.current
              area?.focus()
              area?.setSelectionRange(greetingEnd, greetingEnd)
            }}
          >
            {text.greet}
          </Button>
          <TextArea
            ref={textArea}
            label={text.body}
            hint={text.bodyHint}
            rows={12}
            maxLength={maxBodyLength}
            value={body}
            error={wrong.body}
            onChange={({ target }) => {
              setBody(target.value)
              setWrong({ ...wrong, body: undefined })
            }}
          />
          <Attachments form={attached} />
        </section>
      </div>
      <section
        aria-labelledby="mailing-preview"
        className="grid min-w-0 grid-cols-1 gap-3 xl:sticky xl:top-6 xl:row-span-2"
      >
        <h2 id="mailing-preview" className="text-2xl">
          {text.preview}
        </h2>
        {written.subject === '' && written.body === '' ? (
          <p className="rounded-card border border-dashed border-edge p-6 text-muted">{text.previewEmpty}</p>
        ) : (
          <MailingFrame {...written} reader={recipients.data?.first} />
        )}
      </section>
      <CheckAndSend
        {...{ written, filter, isComplete, files }}
        sending={attached.uploading}
        onWrong={setWrong}
        onSent={() => setSent(true)}
      />
      {question}
    </div>
  )
}

const fileFields = Array.from({ length: maxFiles }, (_, place) => `file${place}`)
type AttachedFiles = Record<string, { id: string } | undefined>

/** One more field than there are attachments, up to the limit. */
function Attachments({ form }: { form: FormOf<AttachedFiles, null> }) {
  const values = useValues(form)
  const hasRoom = (place: number) => place === 0 || values[`file${place - 1}`] || values[`file${place}`]
  return (
    <Form form={form} className="grid grid-cols-1 gap-3">
      {fileFields
        .filter((_name, place) => hasRoom(place))
        .map((name) => (
          <FileField
            key={name}
            name={name}
            label={text.attachment}
            {...(name === fileFields[0] && { hint: text.attachmentHint })}
            optional
            accept={endingsOf(documents.mailing).join(',')}
            whyNot={(file) => {
              const why = whyNotDocument(documents.mailing, file)
              return why && errorText[why]
            }}
            upload={sendMailingFile}
          />
        ))}
    </Form>
  )
}

interface CheckAndSendProps {
  written: { subject: string; body: string }
  filter: MemberFilter
  files: string[]
  /** An attachment is still being uploaded. */
  sending: boolean
  isComplete: () => boolean
  onWrong: (wrong: Wrong) => void
  onSent: () => void
}

function CheckAndSend({ written, filter, files, sending, isComplete, onWrong, onSent }: CheckAndSendProps) {
  const recipients = useQuery(recipientsQuery(filter))
  const { sendsEmail } = useSite()
  const [asking, setAsking] = useState(false)
  const send = useSending({ written, filter, files, onWrong, onSent, recount: () => recipients.refetch() })
  const test = useMutation({
    mutationFn: () => sendTestMailing(written),
    onSuccess: ({ to }) => showToast(text.testSent(to)),
    onError: (error) => error instanceof ApiError && onWrong(error.fields),
  })
  const count = recipients.isPlaceholderData ? undefined : recipients.data?.reached
  return (
    <section aria-labelledby="step-send" className="card grid grid-cols-1 gap-4 p-6">
      <h2 id="step-send" className="text-2xl">
        {text.stepSend}
      </h2>
      {recipients.data?.perHour != null && <p className="text-muted">{text.perHour(recipients.data.perHour)}</p>}
      {test.isError && (
        <Notice tone="error" title={text.testFailed}>
          {sentenceOf(test.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          look="outline"
          disabled={!sendsEmail}
          busy={test.isPending}
          onClick={() => isComplete() && test.mutate()}
        >
          {text.test}
        </Button>
        <Button disabled={!count || !sendsEmail || sending} onClick={() => isComplete() && setAsking(true)}>
          {text.send(count ?? 0)}
        </Button>
      </div>
      {count === 0 && <p className="font-semibold text-red">{text.reached(0)}</p>}
      {sending && <p role="status">{text.stillSending}</p>}
      {files.length > 0 && <p className="text-muted">{text.testWithout}</p>}
      <ConfirmDialog
        open={asking}
        title={text.confirmTitle(count ?? 0)}
        action={text.confirm(count ?? 0)}
        failure={text.sendFailed}
        onClose={() => setAsking(false)}
        check={() => Boolean(count)}
        onConfirm={() => send(count ?? 0)}
      >
        <p className="font-semibold wrap-anywhere">{written.subject}</p>
        <p className="wrap-anywhere">{text.audience(filterWords(filter))}</p>
        {recipients.data && <Names {...recipients.data} />}
        {files.length > 0 && <p>{text.withFiles(files.length)}</p>}
        <p className="mt-3">{text.confirmBody}</p>
      </ConfirmDialog>
    </section>
  )
}

interface Sending extends Omit<CheckAndSendProps, 'isComplete' | 'sending'> {
  recount: () => Promise<unknown>
}

/** An email sent again after a lost connection has the same id, so that the site recognises it. */
function useSending({ written, filter, files, onWrong, onSent, recount }: Sending) {
  const navigate = useNavigate()
  const lastTry = useRef({ content: '', id: '' })

  return async (recipients: number) => {
    const content = JSON.stringify([written, filter, files])
    if (lastTry.current.content !== content) lastTry.current = { content, id: crypto.randomUUID() }
    const { id } = lastTry.current
    try {
      await sendMailing({ id, ...written, recipients, files }, filter)
    } catch (error) {
      if (error instanceof ApiError) onWrong(error.fields)
      await recount()
      throw error
    }
    onSent()
    void invalidateMailings()
    navigate(`/admin/emails?id=${id}`, { replace: true })
  }
}

/** The filters of the list of members, and how many of those would get an email. */
function Recipients({ filter }: { filter: MemberFilter }) {
  return (
    <section aria-labelledby="step-who" className="card grid grid-cols-1 gap-3 p-6">
      <h2 id="step-who" className="text-2xl">
        {text.stepWho}
      </h2>
      <SearchBox hint={text.searchHint} />
      <ListFilters isAdmin sorted={false} />
      <div>
        <MoreFilters />
        <FilterLine filter={filter} />
      </div>
      <Count filter={filter} />
    </section>
  )
}

function Count({ filter }: { filter: MemberFilter }) {
  const { sendsEmail } = useSite()
  const { data, isError, error, refetch, isPlaceholderData } = useQuery(recipientsQuery(filter))
  if (isError && !data) return <Failed title={text.countFailed} error={error} onRetry={() => void refetch()} />
  const excluded = Object.entries(data?.without ?? {}).filter(([, count]) => count > 0)
  return (
    <div role="status" className={classes('rounded-field bg-navy-soft px-4 py-3', isPlaceholderData && 'opacity-60')}>
      <p className="text-lg font-semibold">{data ? text.reached(data.reached, sendsEmail) : text.counting}</p>
      {data && <Names {...data} />}
      {excluded.length > 0 && (
        <>
          <p className="mt-1">{text.without}</p>
          <ul className="list-disc pl-6">
            {excluded.map(([why, count]) => (
              <li key={why}>{text.notReached[why as keyof typeof text.notReached](count)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const Names = ({ names, reached }: { names: readonly string[]; reached: number }) =>
  names.length > 0 && <p className="wrap-anywhere">{text.names(names, reached)}</p>
