/** What a person may send as a picture. Browser and server ask the same; the server looks at what the file is, too. */
const pictureTypes: readonly string[] = ['image/jpeg', 'image/png']
export const pictureMaxBytes = 20 * 1024 * 1024

export const isPictureType = (type: string): boolean => pictureTypes.includes(type)
/** For the file chooser of a browser. */
export const pictureAccept = pictureTypes.join(',')
