// The reader's own fonts: none is loaded.
export {default} from 'vitepress/theme-without-fonts'
