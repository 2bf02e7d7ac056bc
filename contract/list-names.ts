/** How long a list's name may be; by itself, since the basket and the order pad ask for one and check nothing else. */
export const MAX_LIST_NAME = 80;
