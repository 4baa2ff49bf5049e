// Sends every request of a collection with Postman's runner: node run-collection.js COLLECTION, which prints what each was answered.
import newman from 'newman'

const options = {
  collection: process.argv[2],
  envVar: [
    { key: 'baseUrl', value: process.env.GRIOT_URL },
    { key: 'token', value: process.env.GRIOT_KEY },
  ],
  // Only for what hangs.
  timeoutRequest: 600_000,
}
newman.run(options, (error, { run }) => {
  if (error) throw error
  const answers = run.executions.map(({ item, request, response, requestError }) => ({
    name: item.name,
    method: request.method,
    path: `/${item.request.url.path.join('/')}`.replaceAll(/:(\w+)(?=\/|$)/g, (all, name, at) =>
      all.startsWith(':') && at > 0 && item.request.url.variables.has(name) ? `{${name}}` : all,
    ),
    status: response?.code,
    problem: requestError?.message,
  }))
  console.log(JSON.stringify(answers))
})
