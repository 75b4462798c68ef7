import { registerHooks } from 'node:module'

/**
 * Drizzle's ES modules import one another in circles, which costs Node's loader 1.5 seconds and 170 MB at start. Its
 * CommonJS build is the same code and loads in a tenth of that, so every import of it is sent there.
 */
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const isDrizzle = found.url.includes('/node_modules/drizzle-orm/') && found.url.endsWith('.js')
    return isDrizzle ? { ...found, url: `${found.url.slice(0, -'.js'.length)}.cjs`, format: 'commonjs' } : found
  },
})
