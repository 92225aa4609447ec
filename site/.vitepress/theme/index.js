// The reader's own fonts: none is loaded.
import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default theme
