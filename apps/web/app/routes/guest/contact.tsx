/** The same page under a second address. */
export { default, handle, meta } from './home.tsx';
