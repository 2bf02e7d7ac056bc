/**
 * What reads and writes zip files. Most processes do neither, so this is imported on demand; not the packages themselves,
 * whose CommonJS has no names once the build has put it into a file of its own.
 */
export { openPromise } from 'yauzl';
export { ZipFile } from 'yazl';
