import { bloodTypes, regions } from '#shared/members/enums.ts'
import { CheckField } from '#web/components/fields.tsx'
import { BirthdayField } from '#web/members/registration/birthday-field.tsx'
import { MeasureField } from '#web/members/registration/measure-field.tsx'
import { Line, PhoneLine, Part, Pick, Picture } from '#web/members/registration/fields.tsx'

const relationships = ['Spouse', 'Parent', 'Child', 'Brother', 'Sister', 'Partner', 'Relative', 'Friend']
const pair = 'field-row'

export function GeneralPart() {
  return (
    <Part name="general" number={1} title="General Information">
      <Picture kind="profilePicture" label="2x2 picture" camera="user" cardPreview />
      <div className={pair}>
        <Line name="firstName" autoComplete="given-name" />
        <Line name="middleName" autoComplete="additional-name" />
        <Line name="lastName" autoComplete="family-name" />
        <Line name="suffix" autoComplete="honorific-suffix" hint="For example, JR or III" />
      </div>
      <div className={pair}>
        <Line name="unitAssignment" autoComplete="off" />
        <Line name="unitAddress" autoComplete="off" />
        <Pick name="region" choices={regions} />
      </div>
    </Part>
  )
}

export function PersonalPart() {
  return (
    <Part name="personal" number={2} title="Personal Information">
      <BirthdayField />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11em),1fr))] gap-5">
        <MeasureField measure="height" />
        <MeasureField measure="weight" />
        <Pick name="bloodType" choices={bloodTypes} />
      </div>
      <CheckField
        name="healthConsent"
        label="My blood type may be printed on my ID card"
        hint="For help in an emergency. Leave it unticked if you do not want that. You can change your mind later."
      />
      <div className={pair}>
        <Line name="philhealthNumber" inputMode="numeric" autoComplete="off" />
        <Line name="personnelAddress" hint="Where you live" autoComplete="address-line1" />
        <Line
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          hint="Where we reach you about your application"
        />
        <PhoneLine name="cellphoneNumber" autoComplete="tel" hint="For example, 0917 123 4567" />
      </div>
    </Part>
  )
}

export function ContactPart() {
  return (
    <Part name="contact" number={3} title="Contact Person">
      <p className="text-muted">Who should we call in an emergency? Please ask them first.</p>
      <div className={pair}>
        <Line name="contactPersonFirstName" autoComplete="off" />
        <Line name="contactPersonMiddleName" autoComplete="off" />
        <Line name="contactPersonLastName" autoComplete="off" />
        <PhoneLine name="contactPersonNumber" autoComplete="off" />
        <Line name="contactPersonEmail" type="email" inputMode="email" autoComplete="off" autoCapitalize="none" />
        <Line name="contactPersonRelationship" list="relationships" autoComplete="off" />
      </div>
      <datalist id="relationships">
        {relationships.map((relationship) => (
          <option key={relationship}>{relationship}</option>
        ))}
      </datalist>
    </Part>
  )
}
