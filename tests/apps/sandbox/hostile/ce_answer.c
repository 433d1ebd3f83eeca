/* An answer file in the middle of a program. */
__asm__(".incbin \"ANSWER\"");
int main(void) {
    return 0;
}
