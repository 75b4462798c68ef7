import { registerHooks } from 'node:module'

/**
 * Drizzle's ES modules import one another in circles, which nearly doubles the time the site takes to start and takes 80 MB
 * more memory meanwhile. Its CommonJS build is the same code, so every import of it is sent there.
 */
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const isDrizzle = found.url.includes('/node_modules/drizzle-orm/') && found.url.endsWith('.js')
    return isDrizzle ? { ...found, url: `${found.url.slice(0, -'.js'.length)}.cjs`, format: 'commonjs' } : found
  },
})
