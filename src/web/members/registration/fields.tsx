import { lazy, Suspense, useState, type InputHTMLAttributes, type ReactNode } from 'react'
import { memberFile, type MemberFileKind } from '#shared/members/files.ts'
import { askedLabel, isInCapitals, isRequired, type RegistrationField } from '#shared/members/member-fields.ts'
import { CheckIcon } from '#web/components/icons.tsx'
import { PictureField } from '#web/components/picture-field.tsx'
import { SelectField, type Choice, TextField } from '#web/components/fields.tsx'
import { sendRegistrationFile } from '#web/members/registration/api.ts'
import { prepareFile, whyNotFile } from '#web/members/registration/file-checks.ts'
import { useField, useFormState } from '#web/members/registration/form-context.ts'
import type { PartName } from '#web/members/registration/form-values.ts'
import { whyDoubtPhone } from '#shared/members/numbers.ts'
import { cardPreviewText } from './card-preview.tsx'
import { registrationText } from './text.ts'
import { fileTexts } from '#shared/members/registration/mendable.ts'

const CardPreview = lazy(() =>
  import('./card-preview.tsx').then(
    (loaded) => ({ default: loaded.CardPreview }),
    // A drop-out must not take the form with it.
    () => ({ default: CardRoom }),
  ),
)

/** As high as the card that will be there. */
const CardRoom = () => (
  <figure className="mt-1 w-full max-w-88">
    <figcaption className="mb-2 font-semibold">{cardPreviewText.title}</figcaption>
    <div className="aspect-[1011/638] rounded-card border border-edge bg-paper" />
  </figure>
)

interface LineProps extends InputHTMLAttributes<HTMLInputElement> {
  name: RegistrationField
  hint?: ReactNode
}

/** One line of text. Fields keep what is in them themselves: it is there before the form's code is, and outlives it. */
export function Line({ name, ...rest }: LineProps) {
  const capitals = isInCapitals(name) && {
    'data-capitals': true,
    autoCapitalize: 'characters',
    autoCorrect: 'off',
    spellCheck: false,
    className: 'uppercase',
  }
  return <TextField {...useField(name)} {...askedAs(name)} enterKeyHint="next" {...capitals} {...rest} />
}

/** Once it is typed, a number that is surely a digit short is asked about. It is taken all the same. */
export function PhoneLine({ hint, ...rest }: LineProps) {
  const [doubt, setDoubt] = useState<string | null>(null)
  return (
    <Line
      type="tel"
      inputMode="tel"
      {...rest}
      hint={doubt ? <span className="font-semibold text-gold-ink">{doubt}</span> : hint}
      onBlur={(event) => setDoubt(whyDoubtPhone(event.target.value))}
    />
  )
}

const askedAs = (name: RegistrationField) => ({
  label: askedLabel(name),
  optional: !isRequired(name, 'registration'),
})

interface PickProps {
  name: RegistrationField
  choices: readonly (string | Choice)[]
  hint?: ReactNode
}

export function Pick({ name, ...rest }: PickProps) {
  return <SelectField {...useField(name)} {...askedAs(name)} {...rest} />
}

interface PictureProps {
  kind: MemberFileKind
  label: string
  camera?: 'user' | 'environment'
  /** The card with this picture and with the names that are in the same form. */
  cardPreview?: boolean
}

export function Picture({ kind, label, camera = 'environment', cardPreview = false }: PictureProps) {
  const { problems, kept, begun, onPicture, upload = sendRegistrationFile } = useFormState()
  const { square, shortestSide = 1 } = memberFile(kind)
  return (
    <PictureField
      key={begun[kind] ?? 0}
      label={label}
      hint={fileTexts[kind].hint}
      camera={camera}
      error={problems[kind]}
      kept={kept[kind]}
      whyNot={(file) => whyNotFile(kind, file)}
      prepare={(file, crop) => prepareFile(kind, file, crop)}
      upload={upload(kind)}
      failure={{ title: fileTexts[kind].failed, cutOff: registrationText.cutOff }}
      onState={(state) => onPicture(kind, state)}
      square={square && { least: shortestSide }}
    >
      {cardPreview
        ? (preview) => (
            <Suspense fallback={<CardRoom />}>
              {preview === null ? <CardRoom /> : <CardPreview photo={preview} />}
            </Suspense>
          )
        : undefined}
    </PictureField>
  )
}

interface PartProps {
  name: PartName
  number: number
  title: string
  children: ReactNode
}

/** A numbered part of the form. Its number becomes a tick when everything asked for is there. */
export function Part({ name, number, title, children }: PartProps) {
  const done = useFormState().complete.has(name)
  return (
    <section aria-labelledby={`part-${name}`} className="card p-5 md:p-8">
      <h2 id={`part-${name}`} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-3xl">
        <span
          aria-hidden="true"
          className={`grid size-12 flex-none place-items-center rounded-full text-2xl text-white ${done ? 'bg-green' : 'bg-navy'}`}
        >
          {done ? <CheckIcon className="size-6" /> : number}
        </span>
        <span className="min-w-0">
          {title}
          {done && <span className="sr-only"> (complete)</span>}
        </span>
      </h2>
      <div className="mt-6 grid gap-5">{children}</div>
    </section>
  )
}
