import { z } from 'zod'
import { loginErrors } from './text.ts'

/** Blank fields are allowed on purpose: the login service answers them with the sentence the association has fixed. */
export const loginSchema = z.object({
  login: z.string().max(320),
  password: z.string().max(256),
})
export type LoginForm = z.infer<typeof loginSchema>

export const forgotSchema = z.object({ login: z.string().trim().min(1, loginErrors['login-fields-required']).max(320) })

/** With the token of an emailed link for somebody logged out; without one for somebody logged in. */
export const setPasswordSchema = z.object({
  password: z.string(),
  confirm: z.string(),
  /** The present password, from those who are asked for it. */
  present: z.string().max(256).optional(),
  token: z.string().max(200).optional(),
})

const code = z.string().trim().min(1).max(40)
export const challengeSchema = z.object({ code, kind: z.enum(['totp', 'recovery']) })
export const startTwoFactorSchema = z.object({ password: z.string().max(256), name: z.string().trim().min(1).max(60) })
export const confirmTwoFactorSchema = z.object({ code })

export const passkeyLimits = { count: 20, name: 60 } as const

const text = z.string().max(4000)
/** What the browser created with a passkey; the server's package checks its content. */
const made = { id: z.string().max(1400), rawId: z.string().max(1400), type: z.literal('public-key') }
const extensions = z.object({}).default({})
export const passkeyLoginSchema = z.object({
  ...made,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.string().max(100),
  }),
})
export const addPasskeySchema = z.object({
  name: z.string().trim().min(1).max(passkeyLimits.name),
  response: z.object({
    ...made,
    clientExtensionResults: extensions,
    response: z.object({
      clientDataJSON: text,
      attestationObject: z.string().max(20_000),
      transports: z
        .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
        .max(7)
        .catch([]),
    }),
  }),
})

export const passwordOnlySchema = z.object({ password: z.string().max(256) })
