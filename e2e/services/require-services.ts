import {
  type DebianService,
  findService,
  SERVICES,
} from '#testing/services/debian-services.test-support.ts'

/** Stops the run before the first test if a server is missing, and explains how to install it. */
export function setup(): void {
  const missing = Object.values<DebianService>(SERVICES).filter((service) => !findService(service))
  if (missing.length === 0) return
  const names = missing.map(({ name, does }) => `${name}, which ${does}`).join('; ')
  const packages = missing.map(({ debianPackage }) => debianPackage).join(' ')
  throw new Error(
    `These tests start servers of others, and some are not installed: ${names}. To install them: sudo apt-get install ${packages}`,
  )
}
