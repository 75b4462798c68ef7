import { bloodTypes, regions, services } from '#shared/members/enums.ts'
import type { MendableField } from '#shared/members/registration/mendable.ts'
import { serviceNames } from '#web/members/registration/about-service.tsx'
import { Line, Pick } from '#web/members/registration/fields.tsx'
import { MeasureField } from '#web/members/registration/measure-field.tsx'

const kinds: Partial<Record<MendableField, 'email' | 'tel'>> = {
  email: 'email',
  contactPersonEmail: 'email',
  cellphoneNumber: 'tel',
  contactPersonNumber: 'tel',
}

/** One answer of the form by itself. */
export function MendField({ name }: { name: MendableField }) {
  switch (name) {
    case 'height':
    case 'weight':
      return <MeasureField measure={name} />
    case 'region':
      return <Pick name={name} choices={regions} />
    case 'bloodType':
      return <Pick name={name} choices={bloodTypes} />
    case 'ms':
      return <Pick name={name} choices={services.map((value) => ({ value, label: serviceNames[value] }))} />
    default: {
      const kind = kinds[name]
      return <Line name={name} autoComplete="off" {...(kind && { type: kind, inputMode: kind })} />
    }
  }
}
