/* The compiler's own process tells where it came from. */
__asm__(".incbin \"/proc/1/environ\"");
int main(void) {
    return 0;
}
