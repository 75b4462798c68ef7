/** About the way of an application, where the form is not. */
export const seeApplication = 'See where your application stands'
export const applied = 'Have you applied already?'
