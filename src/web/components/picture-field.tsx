import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useId,
  useRef,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
} from 'react'
import { showBytes } from '#shared/figures.ts'
import type { Instant } from '#shared/time.ts'
import { pictureAccept } from '#shared/uploads.ts'
import { ApiError, isWorthRetrying, sentenceOf } from '#web/api/client.ts'
import { Button, Spinner } from './button.tsx'
import { buttonClass, classes } from './classes.ts'
import { useFormAround } from './fields.tsx'
import { AlertIcon, CheckIcon, FileIcon, icon } from './icons.tsx'
import type { Crop } from './pictures.ts'
import { mayHelpToRetry, UploadBar, useUpload, type Upload } from './upload.tsx'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

/** A picture on the server: the value of its field in the surrounding form. */
export interface SentPicture {
  id: string
  name: string
  size: number
  sentAt: Instant
}

/** What a form needs to know about it. */
type PictureState = 'none' | 'sending' | 'failed' | SentPicture

interface PictureFieldProps {
  /** Its name in the surrounding form, which knows while it is uploading. A reload keeps a picture that was sent. */
  name: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Which of the phone's cameras takes it. */
  camera: 'user' | 'environment'
  /** Why this file is refused, or null; asked before anything is sent. */
  whyNot: (file: File) => string | null
  /** Made smaller before sending; may throw an `ApiError` if it turns out not to be a picture. */
  prepare: (file: File, crop?: Crop) => Promise<File>
  upload: Upload<{ id: string }>
  /** What is shown if it fails, and what happens next. */
  failure: { title: string; cutOff: string }
  /** Cut to a square, as on a card, which the person may choose, with a minimum of pixels. */
  square?: { least: number } | undefined
  /** Its preview once it has been sent; before that (null) reserved space, so that nothing below moves. */
  children?: ((preview: string | null) => ReactNode) | undefined
}

/** A picture from the camera or the gallery. It is sent at once, shows its progress, and resumes after a lost connection. */
export function PictureField(props: PictureFieldProps) {
  const { name, label, hint, camera, whyNot, prepare, upload, failure, square, children } = props
  const { kept, isInForm, error, onState, noteUpload } = usePlaceInForm(props)
  const id = useId()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [refusal, setRefusal] = useState<{ name: string; sentence: string } | null>(null)
  const [cropping, setCropping] = useState(false)
  const inputs = useRef<HTMLDivElement>(null)
  const latest = useRef<File | null>(null)
  const { state, send, clear } = useUpload(upload, () => {})
  const broken = state.status === 'failed' || state.status === 'waiting'
  /** The file itself was refused: a retry would change nothing. */
  const final = state.status === 'failed' && !mayHelpToRetry(state.error)

  const refused = refusal !== null
  useEffect(() => {
    if (!refused) return
    noteUpload(name, 'failed')
    return () => noteUpload(name, null)
  }, [noteUpload, name, refused])
  useReport(chosen !== null && state.status === 'idle' ? { status: 'preparing' } : state, onState)
  useEffect(() => () => URL.revokeObjectURL(chosen?.preview ?? ''), [chosen])

  const isGone = state.status === 'done' && !isInForm()
  useEffect(() => {
    // The form has removed it, because the server no longer has it. One that has just arrived is in the form by now.
    if (isGone && !isInForm()) takeAway()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it has gone
  }, [isGone])

  async function choose(file: File | undefined) {
    if (!file) return
    const why = whyNot(file)
    if (why === null) return take(file, null)
    setRefusal({ name: file.name, sentence: why })
    // A picture that was sent stays if its replacement is refused; a failed one does not.
    if (broken) forget()
  }

  async function take(original: File, crop: Crop | null) {
    setRefusal(null)
    clear()
    latest.current = original
    setChosen({ original, crop, file: original, preview: URL.createObjectURL(original) })
    try {
      const ready = await prepare(original, crop ?? undefined)
      if (latest.current !== original) return
      if (ready !== original) setChosen({ original, crop, file: ready, preview: URL.createObjectURL(ready) })
      await send(ready)
    } catch (cause) {
      if (latest.current !== original) return
      takeAway()
      setRefusal({ name: original.name, sentence: sentenceOf(cause) })
    }
  }

  function forget() {
    latest.current = null
    setChosen(null)
    clear()
    onState('none')
  }

  function takeAway() {
    setRefusal(null)
    forget()
  }

  /** What was sent before stays. */
  const remove = () => (refused ? setRefusal(null) : takeAway())

  const onChosen = useRef(choose)
  useEffect(() => {
    onChosen.current = choose
  })
  useEffect(() => {
    // Chosen before this page's code had loaded.
    const early = [...(inputs.current?.querySelectorAll('input') ?? [])].find(({ files }) => files?.length)
    void onChosen.current(early?.files?.[0])
  }, [])

  const problem = refusal?.sentence ?? (final ? sentenceOf(state.error) : broken ? failure.title : error)
  const busy = chosen !== null && (state.status === 'idle' || state.status === 'sending' || state.status === 'waiting')
  const empty = chosen === null && !kept
  const sent = state.status === 'done' ? state.file : chosen ? undefined : kept
  const described = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(' ') || undefined
  const picker = {
    accept: pictureAccept,
    'aria-describedby': described,
    'aria-invalid': problem ? (true as const) : undefined,
    onPick: (file: File | undefined) => void choose(file),
  }
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      data-field={name}
      className="grid content-start gap-1.5"
      {...useKeptFocus<HTMLDivElement>()}
    >
      <p id={`${id}-label`} className="font-semibold">
        {label}
      </p>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 text-muted">
          {hint}
        </p>
      )}
      <div
        className={classes(
          'grid gap-3 rounded-field border border-dashed bg-white p-4',
          problem ? 'border-red ring-1 ring-red' : 'border-edge',
        )}
      >
        <div className="flex flex-wrap gap-4">
          <Thumbnail preview={chosen?.preview} there={!empty} square={square !== undefined} />
          <div className="min-w-0 flex-[1_1_9em] self-center">
            {empty && (
              <div ref={inputs} className="flex flex-wrap gap-3">
                <Picker {...picker} label={label} capture={camera} className="w-full sm:w-auto pointer-fine:hidden">
                  <CameraIcon />
                  Take a photo
                </Picker>
                <Picker {...picker} label={label} className="w-full sm:w-auto">
                  Choose a file
                </Picker>
              </div>
            )}
            {chosen && state.status === 'idle' && <Spinner label="Preparing the picture …" />}
            {chosen && state.status === 'sending' && (
              <>
                <p className="font-semibold break-all">{chosen.file.name}</p>
                <UploadBar progress={state.progress} name={label} />
              </>
            )}
            {broken && <p className="break-all">{state.file.name}</p>}
            {sent && (
              <p role="status">
                <span className="flex items-center gap-2 font-semibold text-green">
                  <CheckIcon className="size-5 flex-none" />
                  Uploaded
                </span>
                <span className="block break-all text-muted">{sent.name}</span>
                <span className="text-muted">{showBytes(sent.size)}</span>
              </p>
            )}
          </div>
        </div>
        {refusal && <p className="break-all">{refusal.name} cannot be used:</p>}
        {problem && (
          <p
            id={`${id}-error`}
            role={refusal || broken ? 'alert' : undefined}
            className="flex gap-2 font-semibold text-red"
          >
            <AlertIcon className="mt-0.5 size-5 flex-none" />
            {problem}
          </p>
        )}
        {final && isNoPicture(state.error) && <p>{notAPictureText}</p>}
        {broken && !final && <p>{isWorthRetrying(state.error) ? failure.cutOff : sentenceOf(state.error)}</p>}
        {(!empty || refused) && (
          <div
            className={classes(
              'flex flex-wrap content-start gap-x-1 gap-y-3 sm:gap-x-3',
              square && chosen && 'max-sm:min-h-25',
            )}
          >
            {broken && !final && (
              <Button size="small" onClick={() => void send(state.file)}>
                Retry
              </Button>
            )}
            {busy ? (
              <Button look="outline" size="small" onClick={takeAway}>
                Cancel
              </Button>
            ) : (
              <>
                {square && chosen && !final && (
                  <Button look="outline" size="small" className="max-sm:px-3" onClick={() => setCropping(true)}>
                    Move or zoom
                  </Button>
                )}
                {!empty && (
                  <Picker {...picker} label={label} className="max-sm:px-3">
                    Choose another
                  </Picker>
                )}
                <Button look="quiet" size="small" className="max-sm:px-3" onClick={remove}>
                  Remove
                </Button>
              </>
            )}
          </div>
        )}
        {chosen && state.status !== 'failed' && children?.(state.status === 'done' ? chosen.preview : null)}
      </div>
      {cropping && chosen && square && (
        <Suspense>
          <CropDialog
            file={chosen.original}
            crop={chosen.crop}
            least={square.least}
            onClose={() => setCropping(false)}
            onDone={(crop) => {
              setCropping(false)
              void take(chosen.original, crop)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Its value in the form, its problem, and the upload's state for the form. */
function usePlaceInForm({ name, error }: Pick<PictureFieldProps, 'name' | 'error'>) {
  const form = useFormAround()
  if (!form) throw new Error('a picture is a field of a form')
  const { noteUpload } = form
  return {
    noteUpload,
    kept: form.control.watch(name) as SentPicture | null | undefined,
    isInForm: () => Boolean(form.control.getValues(name)),
    error: error ?? form.problems[name],
    onState(state: PictureState) {
      noteUpload(name, state === 'sending' || state === 'failed' ? state : null)
      // Already gone from the form: the message about it stays.
      if (state !== 'none' || form.control.getValues(name))
        form.change({ [name]: typeof state === 'string' ? null : state })
    },
  }
}

interface Chosen {
  /** As chosen, to be cropped differently. */
  original: File
  crop: Crop | null
  /** As sent. */
  file: File
  preview: string
}

/** The upload adds and removes buttons: when the focused one is removed, the focus moves to another one of this field. */
function useKeptFocus<Group extends HTMLElement>() {
  const ref = useRef<Group>(null)
  const within = useRef(false)
  useLayoutEffect(() => {
    if (within.current && document.activeElement === document.body)
      ref.current?.querySelector<HTMLElement>('button, input')?.focus()
  })
  // React emits no blur when it removes the focused element itself.
  return { ref, onFocus: () => void (within.current = true), onBlur: () => void (within.current = false) }
}

const isNoPicture = (error: unknown) =>
  error instanceof ApiError &&
  ['square-picture-invalid', 'picture-not-a-picture', 'profile-picture-invalid'].includes(error.code)

/** Beside the refusal, which says only what to send. */
const notAPictureText =
  'This is not a JPEG or PNG picture, or it is damaged. Please choose another one, or open it, take a screenshot and choose that.'

/** Reports the upload's state to the form, once per change. */
function useReport(
  state: ReturnType<typeof useUpload<{ id: string }>>['state'] | { status: 'preparing' },
  onState: (state: PictureState) => void,
) {
  const report = useRef(onState)
  useEffect(() => {
    report.current = onState
  })
  const { status } = state
  const done = state.status === 'done' ? state : null
  useEffect(() => {
    if (status === 'idle') return // nothing chosen: what was kept stays
    if (done) {
      const { name, size } = done.file
      report.current({ id: done.result.id, name, size, sentAt: Date.now() })
    } else report.current(status === 'failed' ? 'failed' : 'sending')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- progress is not reported
  }, [status, done?.result])
}

const CameraIcon = icon(<path d="M3 7h4l2-3h6l2 3h4v13H3zm9 10a4 4 0 1 0 0-8 4 4 0 0 0 0 8z" />)

interface PickerProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  label: string
  onPick: (file: File | undefined) => void
}

/** The input is inside its label, so that it opens even before the page's code has loaded. */
function Picker({ label, onPick, className, children, ...input }: PickerProps) {
  return (
    <label
      className={classes(
        buttonClass('outline', 'small'),
        'cursor-pointer has-[input:disabled]:opacity-60 has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-navy-3',
        className,
      )}
    >
      <input
        {...input}
        type="file"
        className="sr-only"
        onChange={(event) => {
          onPick(event.target.files?.[0])
          event.target.value = '' // so that the same file can be chosen again
        }}
      />
      {children}
      <span className="sr-only">: {label}</span>
    </label>
  )
}

/** On a phone the buttons need its place until there is a picture. */
function Thumbnail({ preview, there, square }: { preview: string | undefined; there: boolean; square: boolean }) {
  const box = classes('flex-none overflow-hidden rounded-field bg-navy-soft', square ? 'size-28' : 'h-28 w-24')
  const [unreadable, setUnreadable] = useState<string>()
  if (preview && preview !== unreadable)
    return (
      <img
        src={preview}
        alt=""
        onError={() => setUnreadable(preview)}
        className={classes(box, square ? 'object-cover' : 'object-contain')}
      />
    )
  return (
    <span aria-hidden="true" className={classes(box, 'grid place-items-center text-navy-3', !there && 'max-sm:hidden')}>
      {there && !preview ? (
        <CheckIcon className="size-8" />
      ) : square && !preview ? (
        <span className="display text-2xl">2x2</span>
      ) : (
        <FileIcon className="size-8" />
      )}
    </span>
  )
}
