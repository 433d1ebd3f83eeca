/* The compiler would print the file in its message. */
#include "/etc/shadow"
#include "/etc/passwd"
int main(void) {
    return 0;
}
