/* Includes itself, in more ways than one. */
#include __FILE__
#include __FILE__
