/** The package has no types of its own. */
declare module 'unbzip2-stream' {
  /** A stream that takes bytes compressed with bzip2 and gives the plain ones; what is no bzip2 ends in an error. */
  const unbzip2: () => NodeJS.ReadWriteStream
  // biome-ignore lint/style/noDefaultExport: The package has no other one.
  export default unbzip2
}
