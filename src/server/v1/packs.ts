import { z } from 'zod'
import type { App } from '#app/app.ts'
import type { Api, Operation, OperationRequest } from '#server/http/operation.ts'
import type { PackSummary } from '#shared/packs.ts'
import { PackDetailResource, PackResource, packDetailRecord, packRecord } from './pack-record.ts'

const PackList = z.object({ items: z.array(PackResource) }).meta({ id: 'PackList' })
const Order = z
  .object(
    {
      accept_licence: z
        .string({ error: 'accept_licence must be the SPDX identifier of the licence.' })
        .max(80, { error: 'accept_licence is longer than any identifier of a licence.' })
        .nullish()
        .meta({
          description:
            'The SPDX identifier of the pack’s licence, whose text you have read and accept. Needed once.',
          examples: ['Apache-2.0'],
        }),
    },
    { error: 'Send a JSON object, such as {"accept_licence": "Apache-2.0"}, or no body.' },
  )
  .optional()

const SHARED = { tag: 'packs', scope: 'admin' } as const
const PARAMS = { pack_id: 'The id of a pack, as GET /v1/packs lists it.' }
const ONE = { description: 'The pack.', content: { 'application/json': PackResource } }
const UNKNOWN = { description: 'There is no such pack.' }
const BUSY = { description: 'Another Griot program is changing this pack.' }
const REFUSED = {
  description:
    'The licence was not accepted, or the pack cannot be downloaded; `detail` says which and what to do.',
}

/** /v1/packs: packs of models, their installation and removal. */
export function addPacks(api: Api, app: App): void {
  addReading(api, app)
  addInstallation(api, app)
  addMaintenance(api, app)
}

function addReading({ add }: Api, { packs }: App): void {
  add(
    {
      ...{ ...SHARED, method: 'GET', path: '/v1/packs', id: 'listPacks' },
      summary: 'List the packs of models',
      description:
        'What each would improve, its size, licence and figures, and what is there of it. Nothing is asked of the network.',
      responses: {
        200: { description: 'All packs.', content: { 'application/json': PackList } },
      },
    },
    async () => ({ items: (await packs.list()).map(packRecord) }),
  )
  add(
    {
      ...{ ...SHARED, method: 'GET', path: '/v1/packs/{pack_id}', id: 'getPack' },
      summary: 'Get one pack, with the text of its licence and its files',
      params: PARAMS,
      responses: {
        200: { description: 'The pack.', content: { 'application/json': PackDetailResource } },
        404: UNKNOWN,
      },
    },
    async ({ params }) => packDetailRecord(await packs.show(idOf(params))),
  )
  add(
    {
      ...{ ...SHARED, method: 'GET', path: '/v1/packs/{pack_id}/progress', id: 'getPackProgress' },
      summary: 'See how far the installation of a pack is',
      description: 'Ask once a second while its `job` is at work.',
      params: PARAMS,
      responses: { 200: ONE, 404: UNKNOWN },
    },
    async ({ params }) => packRecord(await packs.summary(idOf(params))),
  )
}

function addInstallation({ add }: Api, { packs }: App): void {
  add(
    {
      ...{ ...SHARED, method: 'POST', path: '/v1/packs/{pack_id}/install', id: 'installPack' },
      summary: 'Install a pack, or go on with its installation',
      description:
        'Begins to download and answers at once; `job` of GET /v1/packs/{pack_id}/progress tells how far it is, and why it failed. Every file is compared with its SHA-256 before it is used.',
      params: PARAMS,
      body: Order,
      responses: {
        202: { ...ONE, description: 'It has begun, or the pack is installed already.' },
        404: UNKNOWN,
        409: BUSY,
        422: REFUSED,
      },
    },
    async ({ params, body, reply }) => {
      const id = idOf(params)
      const { accept_licence: licence } = body ?? {}
      if (licence != null) await packs.accept(id, licence)
      return reply.code(202).send(packRecord(await packs.install(id)))
    },
  )
  const addAction = (
    action: Pick<Operation, 'path' | 'id' | 'summary' | 'description'>,
    act: (id: string) => Promise<PackSummary>,
  ): void =>
    add(
      {
        ...{ ...SHARED, ...action, method: 'POST', params: PARAMS },
        responses: { 200: ONE, 404: UNKNOWN, 409: BUSY },
      },
      async ({ params }) => packRecord(await act(idOf(params))),
    )
  addAction(
    {
      ...{ path: '/v1/packs/{pack_id}/pause', id: 'pausePack' },
      summary: 'Pause the installation of a pack',
      description:
        'What has arrived is kept. POST /v1/packs/{pack_id}/install or /resume goes on from there.',
    },
    packs.pause,
  )
  addAction(
    {
      ...{ path: '/v1/packs/{pack_id}/cancel', id: 'cancelPack' },
      summary: 'Cancel the installation of a pack',
      description: 'What has arrived is deleted. A pack that is installed stays.',
    },
    packs.cancel,
  )
  add(
    {
      ...{ ...SHARED, method: 'POST', path: '/v1/packs/{pack_id}/resume', id: 'resumePack' },
      summary: 'Resume the installation of a pack',
      params: PARAMS,
      responses: { 202: ONE, 404: UNKNOWN, 409: BUSY, 422: REFUSED },
    },
    async ({ params, reply }) =>
      reply.code(202).send(packRecord(await packs.install(idOf(params)))),
  )
}

function addMaintenance({ add }: Api, { packs }: App): void {
  add(
    {
      ...{ ...SHARED, method: 'POST', path: '/v1/packs/{pack_id}/verify', id: 'verifyPack' },
      summary: 'Compare every byte of an installed pack',
      description:
        'Answers when all is compared, which takes some seconds for each gigabyte: `state` is then `installed` or `damaged`, and `problem` names what is wrong.',
      params: PARAMS,
      responses: {
        200: ONE,
        404: UNKNOWN,
        409: BUSY,
        503: {
          description: 'The pack is not installed, or Griot is starting or shutting down.',
          headers: { 'x-should-retry': '"false" where another attempt does not help.' },
        },
      },
    },
    async ({ params }) => packRecord(await packs.verify(idOf(params))),
  )
  add(
    {
      ...{ ...SHARED, method: 'DELETE', path: '/v1/packs/{pack_id}', id: 'removePack' },
      summary: 'Remove a pack',
      description:
        'Its files and the acceptance of its licence are deleted, also while it is in use or being installed. Whoever used it goes on with the next best.',
      params: PARAMS,
      responses: { 200: ONE, 404: UNKNOWN, 409: BUSY },
    },
    async ({ params }) => packRecord(await packs.remove(idOf(params))),
  )
}

function idOf(params: OperationRequest<z.ZodType, z.ZodType>['params']): string {
  return String(params['pack_id']).toLowerCase()
}
