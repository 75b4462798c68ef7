import { betterAuth } from 'better-auth/minimal'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { username } from 'better-auth/plugins/username'
import { passwordLength } from '#shared/accounts/password.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { accounts, sessions, twoFactors, verifications } from '#server/db/schema.ts'
import { watchFailures } from './ask-library.ts'
import { authUsers } from './auth-users.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { cookiePrefix, sessionLifeMs } from '#server/http/session.ts'

/**
 * The account library: it checks passwords, opens and closes sessions, keeps two-step secrets and one-use links. It is
 * called from our services only; none of its own routes are reachable, so every door is one of ours.
 */
export function createAuth(config: Config, db: Database, siteKey: string) {
  return betterAuth({
    appName: 'Membership',
    baseURL: config.publicUrl,
    secret: siteKey,
    database: watchFailures(
      drizzleAdapter(db, {
        provider: 'pg',
        schema: {
          user: authUsers,
          session: sessions,
          account: accounts,
          verification: verifications,
          twoFactor: twoFactors,
        },
      }),
    ),
    user: {
      fields: { name: 'fullName', image: 'profilePicturePath' },
      additionalFields: { firstName: { type: 'string', required: true }, lastName: { type: 'string', required: true } },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: 256,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    // A cached session would stay valid after it was ended; ours are read from the database on each request.
    session: { expiresIn: sessionLifeMs / 1000, cookieCache: { enabled: false } },
    verification: { storeIdentifier: 'hashed' },
    advanced: {
      // By itself the library would name them `__Secure-`.
      cookiePrefix: cookiePrefix(config.secure),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: config.secure },
      database: { generateId: 'uuid' },
      ipAddress: { disableIpTracking: true },
    },
    // Ours (throttle.ts) knows devices and halls full of members; the library's would count an address as one person.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [
      username({
        displayUsername: false,
        minUsernameLength: 1,
        maxUsernameLength: 320,
        usernameNormalization: false,
        usernameValidator: () => true,
        schema: { user: { fields: { username: 'militarySerial' } } },
      }),
      // The lock-out of ours (throttle.secondStep) spares known devices; the library's would shut the owner out too.
      twoFactor({ totpOptions: { digits: 6, period: 30 }, accountLockout: { enabled: false } }),
    ],
  })
}

export type Auth = ReturnType<typeof createAuth>
