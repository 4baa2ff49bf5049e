import { expect, test } from 'vitest'
import { isLoopback, networkPrefix } from './network-prefix.ts'

test.each(['br-lan', 'eth0.100', 'wlan_0', '21', 'Wi-Fi 2', ''])(
  'an address of the link that names the interface "%s" is one as any other',
  (zone) => {
    expect(networkPrefix(`fe80::1%${zone}`)).toBe(networkPrefix('fe80::2'))
    expect(isLoopback(`fe80::1%${zone}`)).toBe(false)
    expect(isLoopback(`::1%${zone}`)).toBe(true)
  },
)

test.each(['', '%', 'fe80::g', 'a name', '::1::', '/run/griot.sock'])(
  'what is no address, such as "%s", is a network of its own and not this machine',
  (text) => {
    expect(networkPrefix(text)).toBe(text)
    expect(isLoopback(text)).toBe(false)
  },
)

test('addresses of one machine are one network, and IPv4 is the same in whatever form', () => {
  expect(networkPrefix('2001:db8::1')).toBe(networkPrefix('2001:db8::ffff:2'))
  expect(networkPrefix('2001:db8::1')).not.toBe(networkPrefix('2001:db8:0:1::1'))
  expect(networkPrefix('::ffff:192.0.2.1')).toBe(networkPrefix('192.0.2.1'))
  expect(networkPrefix('192.0.2.1')).not.toBe(networkPrefix('192.0.2.2'))
  expect(['127.0.0.1', '127.8.0.1', '::ffff:127.0.0.1', '::1'].map(isLoopback)).toEqual(
    Array(4).fill(true),
  )
})
