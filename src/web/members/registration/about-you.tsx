import { bloodTypes, regions } from '#shared/members/enums.ts'
import { CheckField } from '#web/components/check-field.tsx'
import { BirthdayField } from '#web/members/registration/birthday-field.tsx'
import { Line, Part, Pick, Picture } from '#web/members/registration/fields.tsx'

const relationships = ['Spouse', 'Parent', 'Child', 'Brother', 'Sister', 'Partner', 'Relative', 'Friend']
const pair = 'grid gap-5 sm:grid-cols-2'

export function GeneralPart() {
  return (
    <Part name="general" number={1} title="General Information">
      <Picture
        kind="profilePicture"
        label="2x2 picture"
        hint="Your face from the front, on a plain background. JPEG or PNG, under 20 MB. It will be on your ID card."
        camera="user"
        square
      />
      <div className={pair}>
        <Line name="firstName" label="First name" capitals autoComplete="given-name" />
        <Line name="middleName" label="Middle name" optional capitals autoComplete="additional-name" />
        <Line name="lastName" label="Last name" capitals autoComplete="family-name" />
        <Line
          name="suffix"
          label="Suffix"
          optional
          capitals
          autoComplete="honorific-suffix"
          hint="For example, JR or III"
        />
      </div>
      <div className={pair}>
        <Line name="unitAssignment" label="Unit assignment" autoComplete="off" />
        <Line name="unitAddress" label="Unit address" optional autoComplete="off" />
        <Pick name="region" label="Region" choices={regions} />
      </div>
    </Part>
  )
}

export function PersonalPart() {
  return (
    <Part name="personal" number={2} title="Personal Information">
      <BirthdayField />
      <div className="grid grid-cols-2 gap-5 sm:grid-cols-3">
        <Line name="height" label="Height" hint="For example, 170 cm" autoComplete="off" />
        <Line name="weight" label="Weight" hint="For example, 68 kg" autoComplete="off" />
        <div className="col-span-2 grid content-end sm:col-span-1">
          <Pick name="bloodType" label="Blood type" choices={bloodTypes} />
        </div>
      </div>
      <CheckField
        name="healthConsent"
        label="My blood type may be printed on my ID card"
        hint="For help in an emergency. Leave it unticked if you do not want that. You can change your mind later."
      />
      <div className={pair}>
        <Line name="philhealthNumber" label="PhilHealth number" optional inputMode="numeric" autoComplete="off" />
        <Line name="personnelAddress" label="Personnel address" hint="Where you live" autoComplete="address-line1" />
        <Line
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          hint="We will email you when you are approved"
        />
        <Line
          name="cellphoneNumber"
          label="Cellphone number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint="For example, 0917 123 4567"
        />
      </div>
    </Part>
  )
}

export function ContactPart() {
  return (
    <Part name="contact" number={3} title="Contact Person">
      <p className="text-muted">Who should we call in an emergency? Please ask them first.</p>
      <div className={pair}>
        <Line name="contactPersonFirstName" label="Contact person first name" capitals autoComplete="off" />
        <Line name="contactPersonMiddleName" label="Contact person middle name" optional capitals autoComplete="off" />
        <Line name="contactPersonLastName" label="Contact person last name" capitals autoComplete="off" />
        <Line name="contactPersonNumber" label="Contact person number" type="tel" inputMode="tel" autoComplete="off" />
        <Line
          name="contactPersonEmail"
          label="Contact person email"
          optional
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
        />
        <Line
          name="contactPersonRelationship"
          label="Contact person relationship"
          list="relationships"
          autoComplete="off"
        />
      </div>
      <datalist id="relationships">
        {relationships.map((relationship) => (
          <option key={relationship}>{relationship}</option>
        ))}
      </datalist>
    </Part>
  )
}
