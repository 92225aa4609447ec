import {existsSync, readFileSync, readdirSync} from 'node:fs'
import {posix} from 'node:path'
import {fileURLToPath} from 'node:url'
import {defineConfig} from 'vitepress'

const root = new URL('../../', import.meta.url)
const repository = 'https://github.com/loop-sentinel/loop-sentinel'

const read = (page) => readFileSync(new URL(page, root), 'utf8')
const pagesIn = (folder) =>
  readdirSync(new URL(folder, root)).filter((file) => file.endsWith('.md')).map((file) => folder + file)

// The pages of the README's list come in its order, and then all others.
const list = read('README.md').split('## Where to read on')[1]
const linked = [...list.matchAll(/\]\(([^:)#]+\.md)/g)].map((link) => link[1])
const guide = pagesIn('docs/')
const decisions = pagesIn('docs/decisions/')
const others = [...linked.filter((page) => !guide.includes(page)), 'benchmarks/README.md', 'CHANGELOG.md']
const pages = [...new Set(['README.md', ...linked, ...guide, ...others, ...decisions])]

const entries = (chosen) =>
  pages.filter((page) => chosen.includes(page)).map((page) => ({
    text: read(page).match(/^# (.+)$/m)[1].replaceAll('`', ''),
    link: page === 'README.md' ? '/' : '/' + page.replace(/\.md$/, ''),
  }))

/** As code hosts make anchors of headings, so that a link means the same there and here. */
const slug = (heading) =>
  heading.trim().toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-')

/** Points links to the README to the first page, and those to files that are no page to the repository. */
function links(md) {
  md.core.ruler.after('inline', 'links', ({tokens, env}) => {
    const folder = posix.dirname(env.relativePath)
    for (const token of tokens.flatMap((block) => block.children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : ''
      if (href === '' || /^(#|\w+:)/.test(href)) {
        continue
      }
      const [file, anchor] = posix.join(folder, href).split('#')
      if (file === 'README.md') {
        token.attrSet('href', '/' + (anchor ? '#' + anchor : ''))
      } else if (!existsSync(new URL(file, root))) {
        throw new Error(`${env.relativePath}: ${href} leads nowhere`)
      } else if (!pages.includes(file)) {
        token.attrSet('href', `${repository}/blob/main/${file}`)
      }
    }
  })
}

export default defineConfig({
  title: 'Loop Sentinel',
  description: 'A Java agent that notices when an LLM agent calls its tools in a loop, and stops it',
  lang: 'en',
  head: [['link', {rel: 'icon', href: 'data:,'}]],
  srcDir: '..',
  outDir: 'target/site',
  cacheDir: 'target/cache',
  srcExclude: ['agent/**', 'bootstrap/**', 'dist/**', 'engine/**', 'it-tests/**', 'site/**', 'tools/**', '**/target/**'],
  rewrites: {'README.md': 'index.md'},
  // The pages lie beside node_modules and not above it, so they would not find it.
  vite: {resolve: {alias: {vue: fileURLToPath(new URL('../node_modules/vue', import.meta.url))}}},
  markdown: {
    anchor: {slugify: slug},
    config: links,
    // The ordinary themes have green letters that are too light for small text.
    theme: {light: 'github-light-high-contrast', dark: 'github-dark-high-contrast'},
  },
  themeConfig: {
    search: {provider: 'local'},
    outline: [2, 3],
    nav: [{text: 'Source', link: repository}],
    sidebar: [
      {text: 'Guide', items: entries(['README.md', ...guide])},
      {text: 'How it is made', items: entries(others)},
      {text: 'Decisions', items: entries(decisions)},
    ],
  },
})
