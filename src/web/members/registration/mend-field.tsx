import { bloodTypes, regions, services } from '#shared/members/enums.ts'
import type { MendableField } from '#shared/members/registration/mendable.ts'
import { serviceNames } from '#web/members/registration/about-service.tsx'
import { Line, PhoneLine, Pick } from '#web/members/registration/fields.tsx'
import { MeasureField } from '#web/members/registration/measure-field.tsx'

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
    case 'email':
    case 'contactPersonEmail':
      return <Line name={name} autoComplete="off" type="email" inputMode="email" />
    case 'cellphoneNumber':
    case 'contactPersonNumber':
      return <PhoneLine name={name} autoComplete="off" />
    default:
      return <Line name={name} autoComplete="off" />
  }
}
