import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { MessageChannelMain, type MessagePortMain } from './ports.ts'
import { UtilityProcess } from './utility.ts'

const require = createRequire(import.meta.url)

/**
 * The part of Electron that Griot uses, on plain Node: windows, dialogs and menus are only written down, processes and ports
 * are real. It lets the built main process run, with the real backend, on machines where Electron does not.
 */
export const seen = {
  windows: [] as BrowserWindow[],
  utilities: [] as UtilityProcess[],
  schemes: [] as unknown[],
  opened: [] as string[],
  errors: [] as string[],
  menu: [] as readonly MenuItem[],
  /** What the icon in the tray says. */
  tray: '',
  notices: [] as string[],
  savePath: undefined as string | undefined,
  /** Objects that the preload gave the page, by name. */
  page: {} as Record<string, unknown>,
}

/** The part of an item of a menu that a person can use. */
export interface MenuItem {
  readonly id?: string
  readonly label?: string
  readonly submenu?: readonly MenuItem[]
  readonly click?: () => void
}

const paths = new Map<string, string>([['music', '/music']])
const quits = Promise.withResolvers<number>()
export const exited = quits.promise

export const app = Object.assign(new EventEmitter(), {
  isPackaged: false,
  sandboxed: false,
  setPath: (name: string, path: string) => paths.set(name, path),
  getPath: (name: string) => paths.get(name) ?? join(paths.get('userData') ?? '', name),
  getVersion: () => '0.0.0',
  enableSandbox: () => {
    app.sandboxed = true
  },
  requestSingleInstanceLock: () => true,
  whenReady: async () => undefined,
  addRecentDocument: () => undefined,
  quit: () => {
    for (const window of seen.windows) window.emit('close')
    app.emit('will-quit', { preventDefault: () => undefined })
  },
  exit: (code: number) => quits.resolve(code),
})

type Permission = (...args: never[]) => unknown
const handlers: Record<string, Permission> = {}
export const session = {
  defaultSession: {
    handlers,
    setPermissionCheckHandler: (handler: Permission) => Object.assign(handlers, { check: handler }),
    setPermissionRequestHandler: (handler: Permission) =>
      Object.assign(handlers, { request: handler }),
    setDevicePermissionHandler: (handler: Permission) =>
      Object.assign(handlers, { device: handler }),
  },
}

export const ipcRenderer = new EventEmitter()
export const contextBridge = {
  exposeInMainWorld: (name: string, api: unknown) => Object.assign(seen.page, { [name]: api }),
}

class WebContents extends EventEmitter {
  url = ''
  openHandler: ((details: { url: string }) => { action: string }) | undefined
  #ports: readonly MessagePortMain[] = []
  getURL(): string {
    return this.url
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler
  }
  postMessage(channel: string, _message: unknown, ports: readonly MessagePortMain[]): void {
    this.#ports = ports
    ipcRenderer.emit(channel, { ports: ports.map((port) => port.inner) })
  }
  /** A page goes with its ports; the next one runs the preload anew. */
  load(url: string, preload: string): void {
    for (const port of this.#ports) port.close()
    this.#ports = []
    this.url = url
    ipcRenderer.removeAllListeners()
    delete require.cache[preload]
    require(preload)
    this.emit('dom-ready')
  }
}

interface WindowOptions {
  readonly webPreferences: Readonly<Record<string, unknown>> & { readonly preload: string }
  readonly [name: string]: unknown
}

export class BrowserWindow extends EventEmitter {
  static getAllWindows = (): readonly BrowserWindow[] => seen.windows
  static getFocusedWindow = () => null
  readonly webContents = new WebContents()
  readonly options: WindowOptions
  constructor(options: WindowOptions) {
    super()
    this.options = options
    seen.windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }
  async loadURL(url: string): Promise<void> {
    this.webContents.load(url, this.options.webPreferences.preload)
  }
  reload(): void {
    this.webContents.load(this.webContents.url, this.options.webPreferences.preload)
  }
  getNormalBounds = () => ({ x: 1, y: 2, width: 1111, height: 777 })
  isMaximized = () => false
  isMinimized = () => false
  show = () => undefined
  focus = () => undefined
}

type Serve = (request: Request) => Promise<Response>
export const protocol = {
  served: new Map<string, Serve>(),
  registerSchemesAsPrivileged: (schemes: unknown[]) => seen.schemes.push(...schemes),
  handle: (scheme: string, serve: Serve) => protocol.served.set(scheme, serve),
}

export const dialog = {
  showErrorBox: (title: string, text: string) => seen.errors.push(`${title}: ${text}`),
  showMessageBox: async () => ({ response: 0 }),
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
  showSaveDialog: async () => ({ canceled: !seen.savePath, filePath: seen.savePath ?? '' }),
}
export const Menu = {
  buildFromTemplate: (template: unknown) => template,
  setApplicationMenu: (menu: readonly MenuItem[]) => {
    seen.menu = menu
  },
}
export const crashReporter = { start: () => undefined }
export const clipboard = { writeText: () => undefined }
export const nativeImage = { createFromPath: () => ({ resize: () => ({}) }) }
export class Tray extends EventEmitter {
  setToolTip = (words: string): void => {
    seen.tray = words
  }
  setContextMenu = () => undefined
}
export class Notification {
  static isSupported = () => true
  readonly words: { readonly title: string; readonly body: string }
  constructor(words: { readonly title: string; readonly body: string }) {
    this.words = words
  }
  show(): void {
    seen.notices.push(`${this.words.title}: ${this.words.body}`)
  }
}
export const utilityProcess = {
  fork: (modulePath: string, args: readonly string[]) => {
    const utility = new UtilityProcess(modulePath, args)
    seen.utilities.push(utility)
    return utility
  },
}
export const shell = {
  openExternal: async (url: string) => {
    seen.opened.push(url)
  },
}
export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
}
export const nativeTheme = { shouldUseDarkColors: false }
/** A keyring that turns every bit around, unless the system is told to have none. */
export const safeStorage = {
  getSelectedStorageBackend: () =>
    process.env['STAND_IN_KEYRING'] === 'none' ? 'basic_text' : 'gnome_libsecret',
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (plain: string) => turned(Buffer.from(plain)),
  decryptStringAsync: async (encrypted: Buffer) => ({ result: turned(encrypted).toString() }),
}
const turned = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => ~byte))
export const systemPreferences = { askForMediaAccess: async () => true }
export const ipcMain = new EventEmitter()
export { MessageChannelMain }

// biome-ignore lint/style/noDefaultExport: electron-store imports Electron this way.
export default { app, ipcMain, shell }
